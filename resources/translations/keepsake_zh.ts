<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutPage</name>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Keepsake {version}</source>
        <translation>忆匣 {version}</translation>
    </message>
    <message>
        <source>Keepsake keeps everything in one encrypted vault on this machine. It has no account, sends no telemetry and looks for no updates: it connects only to the endpoints that you set up.</source>
        <translation>忆匣把一切都放在本机的一个加密保险库里。没有账号，不上报数据，也不查询更新：它只连接你设置的端点。</translation>
    </message>
    <message>
        <source>Licences and notices</source>
        <translation>许可与声明</translation>
    </message>
</context>
<context>
    <name>AddPassphraseDialog</name>
    <message>
        <source>Add a passphrase</source>
        <translation>添加口令</translation>
    </message>
    <message>
        <source>N&amp;ame</source>
        <translation>名称(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Current passphrase</source>
        <translation>当前口令(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;New passphrase</source>
        <translation>新口令(&amp;N)</translation>
    </message>
    <message>
        <source>New passphrase a&amp;gain</source>
        <translation>再输入一次新口令(&amp;G)</translation>
    </message>
    <message>
        <source>whose or what for</source>
        <translation>谁用，或做什么用</translation>
    </message>
    <message>
        <source>Add the passphrase</source>
        <translation>添加口令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose a new passphrase first.</source>
        <translation>请先选择一个新口令。</translation>
    </message>
    <message>
        <source>The two passphrases differ. Type the same one twice.</source>
        <translation>两次输入的口令不同，请输入相同的口令。</translation>
    </message>
</context>
<context>
    <name>AdvancedOptions</name>
    <message>
        <source>More settings</source>
        <translation>更多设置</translation>
    </message>
    <message>
        <source>Also for this machine and private networks</source>
        <translation>本机和私有网络也走代理</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a certificate file</source>
        <translation>选择证书文件</translation>
    </message>
    <message>
        <source>Limit for connecting</source>
        <translation>连接时限</translation>
    </message>
    <message>
        <source>10 seconds</source>
        <translation>10 秒</translation>
    </message>
    <message>
        <source>Limit for the first word</source>
        <translation>首字时限</translation>
    </message>
    <message>
        <source>180 to 900 seconds, by trust</source>
        <translation>180 到 900 秒，视信任而定</translation>
    </message>
    <message>
        <source>Limit for pauses</source>
        <translation>停顿时限</translation>
    </message>
    <message>
        <source>120 seconds</source>
        <translation>120 秒</translation>
    </message>
    <message>
        <source>Context, in tokens</source>
        <translation>上下文（词元）</translation>
    </message>
    <message>
        <source>as usual for this kind</source>
        <translation>按此类型的惯例</translation>
    </message>
    <message>
        <source>Longest reply, in tokens</source>
        <translation>最长回复（词元）</translation>
    </message>
    <message>
        <source>the server decides</source>
        <translation>由服务器决定</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Keep the model loaded</source>
        <translation>模型保持加载</translation>
    </message>
    <message>
        <source>such as 10m</source>
        <translation>如 10m</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>all processors but one</source>
        <translation>比处理器少一个</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>none; the system&apos;s is not used</source>
        <translation>无；不使用系统代理</translation>
    </message>
    <message>
        <source>Certificate file</source>
        <translation>证书文件</translation>
    </message>
    <message>
        <source>of an authority of your own (PEM)</source>
        <translation>你自己的签发机构（PEM）</translation>
    </message>
    <message>
        <source>where it helps</source>
        <translation>需要时</translation>
    </message>
    <message>
        <source>always</source>
        <translation>总是</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Offer tools</source>
        <translation>提供工具</translation>
    </message>
    <message>
        <source>Replies in a fixed form</source>
        <translation>固定形式的回复</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>请求头</translation>
    </message>
    <message>
        <source>Name: value, one a line</source>
        <translation>名称: 值，每行一个</translation>
    </message>
</context>
<context>
    <name>AirGapBadge</name>
    <message>
        <source>Air gap: nothing leaves</source>
        <translation>断网模式：不外发</translation>
    </message>
    <message>
        <source>Air-gap mode is on: nothing beyond this machine is reached. Opens its switch.</source>
        <translation>断网模式已开启：不访问本机以外的任何地方。点击可打开开关。</translation>
    </message>
</context>
<context>
    <name>AirGapSection</name>
    <message>
        <source>&amp;Air-gap mode: reach nothing beyond this machine</source>
        <translation>断网模式：不访问本机以外的任何地方(&amp;A)</translation>
    </message>
    <message>
        <source>Only endpoints on this machine are reached, no name is looked up, and no part of Keepsake can open a connection past the gate. Messages for other endpoints are kept and answered from your vault alone. A program on this machine that passes things on, such as a proxy, is beyond this switch.</source>
        <translation>只访问本机上的端点，不查询任何域名，忆匣的任何部分都无法绕过闸门建立连接。发给其他端点的消息会保存下来，只用你的保险库回答。本机上会转发内容的程序（例如代理）不受这个开关控制。</translation>
    </message>
    <message>
        <source>&amp;Try every way out</source>
        <translation>尝试所有出口(&amp;T)</translation>
    </message>
    <message>
        <source>Ways out that were tried</source>
        <translation>尝试过的出口</translation>
    </message>
    <message numerus="yes">
        <source>In air-gap mode all %n ways out are refused, and this machine is reached.</source>
        <translation>
            <numerusform>断网模式下，%n 个出口均被拒绝，本机仍可访问。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not everything went as it must. Do not rely on air-gap mode.</source>
        <translation>有的出口没有按要求处理。请不要依赖断网模式。</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Text &amp;size</source>
        <translation>文字大小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
</context>
<context>
    <name>Attaching</name>
    <message>
        <source>Attach files</source>
        <translation>附上文件</translation>
    </message>
</context>
<context>
    <name>AttachmentDialog</name>
    <message>
        <source>Text of the file {name}</source>
        <translation>文件 {name} 的文本</translation>
    </message>
    <message>
        <source>The vault keeps the text, not the file. Secrets in it were cut out before it was kept.</source>
        <translation>保险库保存的是文本，不是文件。其中的密码等机密在保存前已被删去。</translation>
    </message>
</context>
<context>
    <name>AttachmentStrip</name>
    <message>
        <source>{size} KB</source>
        <translation>{size} KB</translation>
    </message>
    <message>
        <source>{name}, {encoding}: click to take it away</source>
        <translation>{name}，{encoding}：点击移除</translation>
    </message>
    <message>
        <source>Take away the file {name}</source>
        <translation>移除文件 {name}</translation>
    </message>
</context>
<context>
    <name>BackupSection</name>
    <message>
        <source>While the vault is unlocked, a backup is made each day, encrypted and checked by opening it. It opens with the passphrase or the recovery code of its day.</source>
        <translation>保险库解锁期间，每天自动备份一次；备份经过加密，写完后会打开核对。它用备份当天的口令或恢复码打开。</translation>
    </message>
    <message>
        <source>Folder of the &amp;backups</source>
        <translation>备份文件夹(&amp;B)</translation>
    </message>
    <message>
        <source>Folder of the backups</source>
        <translation>备份文件夹</translation>
    </message>
    <message>
        <source>None: no backups are made</source>
        <translation>未设置：不做备份</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Make none</source>
        <translation>不再备份</translation>
    </message>
    <message>
        <source>How many are kept</source>
        <translation>保留份数</translation>
    </message>
    <message>
        <source>Dail&amp;y</source>
        <translation>每日(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Weekly</source>
        <translation>每周(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Monthly</source>
        <translation>每月(&amp;M)</translation>
    </message>
    <message>
        <source>Kept: {period}</source>
        <translation>保留：{period}</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>立即备份</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>恢复备份…</translation>
    </message>
    <message>
        <source>Progress of the backup</source>
        <translation>备份进度</translation>
    </message>
    <message>
        <source>No backup has been verified yet.</source>
        <translation>还没有核对过的备份。</translation>
    </message>
    <message>
        <source>Last verified backup: {date}, {file}</source>
        <translation>最近一次核对过的备份：{date}，{file}</translation>
    </message>
    <message>
        <source>{size} MB, {rows} rows, opened and checked after writing.</source>
        <translation>{size} MB，{rows} 行，写完后已打开核对。</translation>
    </message>
    <message>
        <source>Backups failed since then: {count}, the last one {date}. {reason}</source>
        <translation>此后备份失败 {count} 次，最近一次在 {date}。{reason}</translation>
    </message>
    <message>
        <source>Cancelled. No backup was written.</source>
        <translation>已取消，没有写出备份。</translation>
    </message>
</context>
<context>
    <name>ChangeDialog</name>
    <message>
        <source>Scope and sensitivity</source>
        <translation>范围和敏感程度</translation>
    </message>
    <message>
        <source>&amp;Seen in</source>
        <translation>可见于(&amp;S)</translation>
    </message>
    <message>
        <source>Se&amp;nsitivity</source>
        <translation>敏感程度(&amp;N)</translation>
    </message>
    <message>
        <source>The rules of an endpoint decide by the sensitivity what of a document may leave for it.</source>
        <translation>端点的规则按敏感程度决定文档的哪些内容可以发送给它。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Temporary conversation: nothing of it is kept</source>
        <translation>临时对话：不保留任何内容</translation>
    </message>
    <message>
        <source>Temporary conversation</source>
        <translation>临时对话</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话列表</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Recall only</source>
        <translation>仅回忆</translation>
    </message>
</context>
<context>
    <name>CleanUpPage</name>
    <message>
        <source>These have helped least. They stay in force until you archive them; select several with Shift or all with Ctrl+A.</source>
        <translation>这些记忆帮助最少。归档之前它们仍然有效；按住 Shift 可选多条，Ctrl+A 全选。</translation>
    </message>
    <message>
        <source>Proposed for archiving</source>
        <translation>建议归档</translation>
    </message>
    <message>
        <source>Nothing is proposed for archiving.</source>
        <translation>没有建议归档的内容。</translation>
    </message>
    <message>
        <source>&amp;Archive</source>
        <translation>归档(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>Not used for its lifetime</source>
        <translation>整个保留期内都没有用到</translation>
    </message>
    <message>
        <source>Has helped little</source>
        <translation>帮助很少</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>Worth: {worth}</source>
        <translation>价值：{worth}</translation>
    </message>
    <message>
        <source>Used in replies: {count}</source>
        <translation>在回复中用过：{count}</translation>
    </message>
    <message>
        <source>Last used: {when}</source>
        <translation>上次使用：{when}</translation>
    </message>
    <message>
        <source>Said: {when}</source>
        <translation>说于：{when}</translation>
    </message>
</context>
<context>
    <name>CodeBlock</name>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write a message. Enter sends, Shift+Enter starts a new line.</source>
        <translation>写一条消息。回车发送，Shift+回车换行。</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>You edit an earlier message. Sending it starts another version; Esc leaves it as it is.</source>
        <translation>你正在修改之前的一条消息。发送后会成为新的版本；按 Esc 则保持原样。</translation>
    </message>
    <message>
        <source>Do not edit</source>
        <translation>不修改</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>停止回复</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Attach a text file (Ctrl+Shift+A)</source>
        <translation>附上文本文件（Ctrl+Shift+A）</translation>
    </message>
    <message>
        <source>Endpoint that answers</source>
        <translation>由哪个端点回答</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>&amp;Test the connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>Address found</source>
        <translation>找到地址</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Streamed answer</source>
        <translation>流式回答</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>none; type the model&apos;s name yourself</source>
        <translation>没有；请自己输入模型名称</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>none is set, none was asked for</source>
        <translation>未设置，也不需要</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>OpenAI-compatible</source>
        <translation>OpenAI 兼容</translation>
    </message>
    <message>
        <source>The server answers as “{kind}” and lists {names}: choose that kind above.</source>
        <translation>服务器能以“{kind}”方式应答，并列出 {names}：请在上方选择该类型。</translation>
    </message>
    <message>
        <source>The server was tried as “{kind}”, too, and lists nothing.</source>
        <translation>也以“{kind}”方式试过该服务器，没有列出任何模型。</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
</context>
<context>
    <name>CreatePage</name>
    <message>
        <source>Create your vault</source>
        <translation>新建保险库</translation>
    </message>
    <message>
        <source>One encrypted folder on this machine will hold your conversations and what Keepsake learns from them. Nobody can open it without the passphrase or the recovery code, not even we.</source>
        <translation>本机上的一个加密文件夹会保存你的对话，以及忆匣从中记下的内容。没有口令或恢复码，谁也打不开它，我们也不行。</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Passphrase</source>
        <translation>口令(&amp;P)</translation>
    </message>
    <message>
        <source>Passphrase &amp;again</source>
        <translation>再次输入口令(&amp;A)</translation>
    </message>
    <message>
        <source>Create the vault</source>
        <translation>新建保险库</translation>
    </message>
    <message>
        <source>Open an existing vault</source>
        <translation>打开已有的保险库</translation>
    </message>
    <message>
        <source>This folder seems to be watched by {program}, which does not go well with an open database. Choose another one, and put backups there instead.</source>
        <translation>这个文件夹似乎由 {program} 同步，与打开着的数据库合不来。请另选一个文件夹，把备份放到那里。</translation>
    </message>
    <message>
        <source>Creating…</source>
        <translation>正在新建…</translation>
    </message>
    <message>
        <source>The two passphrases differ. Type the same one twice.</source>
        <translation>两次输入的口令不同。请输入同一个口令两次。</translation>
    </message>
    <message>
        <source>Choose a passphrase first.</source>
        <translation>请先设一个口令。</translation>
    </message>
</context>
<context>
    <name>DataPage</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Your vault</source>
        <translation>你的保险库</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Folder of the vault</source>
        <translation>保险库所在文件夹</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Everything is in this folder, encrypted: conversations, memories, the search index, endpoint keys and settings. Outside it lie only the window&apos;s place, its language and theme, and the list of vaults.</source>
        <translation>一切都加密存放在这个文件夹里：对话、记忆、搜索索引、端点密钥和设置。在它之外只有窗口的位置、语言和主题，以及保险库的列表。</translation>
    </message>
    <message>
        <source>Write your memories, with their sources, into a file that other programs can read.</source>
        <translation>把你的记忆连同来源写成其他程序能读的文件。</translation>
    </message>
    <message>
        <source>Export memories…</source>
        <translation>导出记忆…</translation>
    </message>
    <message>
        <source>Checked in full {date}: every page and the structure are whole.</source>
        <translation>已于 {date} 完整检查：每一页和结构都完好。</translation>
    </message>
    <message>
        <source>Checked {date}: the disk does not give all of the vault. Make a backup elsewhere.</source>
        <translation>{date} 检查：磁盘无法读出保险库的全部内容。请把备份做到别处。</translation>
    </message>
    <message>
        <source>Checked {date}: the vault is damaged (pages: {pages}, structure: {faults}). Lock it, unlock it again and choose Repair.</source>
        <translation>{date} 检查：保险库已损坏（页：{pages}，结构：{faults}）。请锁定后重新解锁，并选择“修复”。</translation>
    </message>
    <message>
        <source>Created {date}, {size} MB, format {format}</source>
        <translation>创建于 {date}，{size} MB，格式 {format}</translation>
    </message>
    <message>
        <source>This folder seems to be watched by {program}. A database and its log that are uploaded at different moments do not fit: keep the vault elsewhere and put backups there instead.</source>
        <translation>这个文件夹似乎由 {program} 同步。数据库和它的日志若在不同时刻上传就会对不上：请把保险库放在别处，把备份放到那里。</translation>
    </message>
</context>
<context>
    <name>DeleteConversation</name>
    <message>
        <source>Delete the conversation</source>
        <translation>删除对话</translation>
    </message>
    <message>
        <source>This conversation will be deleted for good</source>
        <translation>这个对话将被永久删除</translation>
    </message>
    <message>
        <source>Its messages go, and what was sent for them. Memories learnt from it stay, unless you also delete them.</source>
        <translation>其中的消息和为它们发送过的内容会一并删除。从中记下的记忆会保留，除非你也删除它们。</translation>
    </message>
    <message>
        <source>Delete, keep memories</source>
        <translation>删除，保留记忆</translation>
    </message>
    <message>
        <source>Delete with its memories</source>
        <translation>连同记忆一起删除</translation>
    </message>
</context>
<context>
    <name>DeleteMessage</name>
    <message>
        <source>Delete the message</source>
        <translation>删除消息</translation>
    </message>
    <message>
        <source>This message will be deleted for good</source>
        <translation>这条消息将被永久删除</translation>
    </message>
    <message>
        <source>It goes with its details and files, and with the bytes of what was sent from it on, which hold it too. What answered or followed it stays, and so do memories learnt from it: forget those in the memory view.</source>
        <translation>它的详情和文件会一并删除，从它开始发送过的内容也会删除，因为其中也含有它。对它的回复和之后的消息会保留，从中记下的记忆也会保留：那些请在记忆页面遗忘。</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
</context>
<context>
    <name>DeletionDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It is gone</source>
        <translation>已删除</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>查看…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Seal</source>
        <translation>密封</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Why?…</source>
        <translation>为什么？…</translation>
    </message>
    <message>
        <source>Forget…</source>
        <translation>忘记…</translation>
    </message>
    <message>
        <source>Keeps the words under the passphrase: *** everywhere, and cut out of messages and replies</source>
        <translation>内容只有凭口令才能查看：各处显示为 ***，并从消息和回复中剪去</translation>
    </message>
    <message>
        <source>Why it was not recalled for a question, step by step</source>
        <translation>针对某个问题为什么没有回忆起它，逐步说明</translation>
    </message>
    <message>
        <source>About the selected memory</source>
        <translation>关于选中的记忆</translation>
    </message>
    <message>
        <source>Choose a memory to see where it comes from and what became of it.</source>
        <translation>选择一条记忆，查看它的来历和变化。</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>内容类型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Seen in</source>
        <translation>可见范围</translation>
    </message>
    <message>
        <source>{source}, weight {weight}</source>
        <translation>{source}，权重 {weight}</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感程度</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>出自哪里</translation>
    </message>
    <message>
        <source>No sentence is kept for it.</source>
        <translation>没有为它保留原话。</translation>
    </message>
    <message>
        <source>Typed in by you</source>
        <translation>由你输入</translation>
    </message>
    <message>
        <source>Open the conversation</source>
        <translation>打开对话</translation>
    </message>
    <message>
        <source>Time and use</source>
        <translation>时间和使用</translation>
    </message>
    <message>
        <source>Valid from</source>
        <translation>有效期自</translation>
    </message>
    <message>
        <source>Valid until</source>
        <translation>有效期至</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Retention</source>
        <translation>保留方式</translation>
    </message>
    <message>
        <source>Times said</source>
        <translation>说过的次数</translation>
    </message>
    <message>
        <source>Used in replies</source>
        <translation>用于回复的次数</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Before: {claim}</source>
        <translation>原先：{claim}</translation>
    </message>
    <message>
        <source>{name}: {value}</source>
        <translation>{name}：{value}</translation>
    </message>
</context>
<context>
    <name>DocumentDialog</name>
    <message>
        <source>Text of the document {name}</source>
        <translation>文档 {name} 的文字</translation>
    </message>
    <message>
        <source>&amp;Earlier part</source>
        <translation>前一部分(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Later part</source>
        <translation>后一部分(&amp;L)</translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation>第 {page} 页</translation>
    </message>
    <message>
        <source>the cited passage is on page {page}</source>
        <translation>引用的段落在第 {page} 页</translation>
    </message>
    <message>
        <source>version {number}</source>
        <translation>第 {number} 版</translation>
    </message>
    <message>
        <source>secrets or forgotten words were cut out of this text</source>
        <translation>秘密或已忘记的内容已从文字中剪去</translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message>
        <source>Files that Keepsake answers from, with the passage: text, Markdown, HTML, Word (.docx) and PDF. They are kept in the vault, encrypted.</source>
        <translation>忆匣据以回答并注明段落的文件：文本、Markdown、HTML、Word（.docx）和 PDF。它们加密保存在保险库里。</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>There are no documents yet.
Drop files anywhere here, or choose them with “Add files…”.</source>
        <translation>还没有文档。
把文件拖放到这里的任何位置，或用“添加文件…”选择。</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Scope and sensitivity…</source>
        <translation>范围和敏感程度(&amp;S)…</translation>
    </message>
    <message>
        <source>Save a &amp;copy…</source>
        <translation>另存副本(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>移除(&amp;R)…</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>HTML</source>
        <translation>HTML</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Pages: {count}</source>
        <translation>页数：{count}</translation>
    </message>
    <message>
        <source>Passages that can be cited: {count}</source>
        <translation>可引用的段落：{count}</translation>
    </message>
    <message>
        <source>Added: {when}</source>
        <translation>添加时间：{when}</translation>
    </message>
    <message>
        <source># Where it is seen</source>
        <translation># 在哪里可见</translation>
    </message>
    <message>
        <source># Sensitivity</source>
        <translation># 敏感程度</translation>
    </message>
    <message>
        <source>Version {number}; the one before it was replaced.</source>
        <translation>第 {number} 版；已取代上一版。</translation>
    </message>
    <message>
        <source>The file itself is not kept: secrets or forgotten words were cut out of its text.</source>
        <translation>没有保存文件本身：其文字中的秘密或已忘记的内容已被剪去。</translation>
    </message>
</context>
<context>
    <name>DocumentsView</name>
    <message>
        <source>Add documents</source>
        <translation>添加文档</translation>
    </message>
    <message>
        <source>Documents ({patterns})</source>
        <translation>文档 ({patterns})</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>&amp;Add files…</source>
        <translation>添加文件(&amp;A)…</translation>
    </message>
    <message>
        <source>Add documents to the vault; dropping them here does the same</source>
        <translation>把文档加入保险库；拖放到这里也可以</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>New ones are seen &amp;in</source>
        <translation>新文档可见于(&amp;I)</translation>
    </message>
    <message>
        <source>Scope of new documents</source>
        <translation>新文档的范围</translation>
    </message>
    <message>
        <source>Everywhere, or in conversations of one scope; a new name makes a new scope</source>
        <translation>到处可见，或只在某个范围的对话中可见；输入新名称即新建范围</translation>
    </message>
    <message>
        <source>Progress of reading</source>
        <translation>读取进度</translation>
    </message>
    <message>
        <source>and more files: {count}</source>
        <translation>以及更多文件：{count}</translation>
    </message>
    <message>
        <source>Kept: {name}, passages: {passages}</source>
        <translation>已保存：{name}，段落：{passages}</translation>
    </message>
    <message>
        <source>The same file is in the vault already: {name}</source>
        <translation>保险库里已有同一个文件：{name}</translation>
    </message>
    <message>
        <source>A new version of {name} took the earlier one&apos;s place, passages: {passages}</source>
        <translation>{name} 的新版本已取代旧版，段落：{passages}</translation>
    </message>
    <message>
        <source>Pages without text, pictures of a scan perhaps, are not found: {blank} of {pages}</source>
        <translation>没有文字的页（可能是扫描图片）检索不到：{pages} 页中的 {blank} 页</translation>
    </message>
    <message>
        <source>Secrets and identity numbers cut out of the text: {count}. The file itself holds them and was not kept: keep yours.</source>
        <translation>已从文字中剪去秘密和证件号码：{count} 处。文件本身含有它们，因此未保存，请自行保留原文件。</translation>
    </message>
    <message>
        <source>Passages still to be understood: {count}. Their words are found already.</source>
        <translation>还有 {count} 段待理解，按词已可检索。</translation>
    </message>
    <message>
        <source>Reading {name} ({number} of {count})</source>
        <translation>正在读取 {name}（第 {number} 个，共 {count} 个）</translation>
    </message>
    <message>
        <source>That passage is gone: its document was removed, or a newer version took its place.</source>
        <translation>这个段落已不存在：所属文档已被移除，或已由新版本取代。</translation>
    </message>
    <message>
        <source>Save a copy that is not encrypted</source>
        <translation>另存一份不加密的副本</translation>
    </message>
</context>
<context>
    <name>EditDialog</name>
    <message>
        <source>Add a memory</source>
        <translation>添加记忆</translation>
    </message>
    <message>
        <source>Edit the memory</source>
        <translation>编辑记忆</translation>
    </message>
    <message>
        <source>&amp;Sentence</source>
        <translation>内容(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>类型(&amp;K)</translation>
    </message>
    <message>
        <source>See&amp;n in</source>
        <translation>可见范围(&amp;N)</translation>
    </message>
    <message>
        <source>Sensi&amp;tivity</source>
        <translation>敏感程度(&amp;T)</translation>
    </message>
    <message>
        <source>Write it as you would say it: it counts as your own word and goes before anything inferred.</source>
        <translation>照你自己的说法写：它算作你亲口所说，优先于任何推断。</translation>
    </message>
    <message>
        <source>Save and accept</source>
        <translation>保存并接受</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Write a sentence first.</source>
        <translation>请先写一句话。</translation>
    </message>
</context>
<context>
    <name>EndpointDialog</name>
    <message>
        <source>Add an endpoint</source>
        <translation>添加端点</translation>
    </message>
    <message>
        <source>Edit the endpoint</source>
        <translation>编辑端点</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>This cannot be kept: {field}</source>
        <translation>无法保存这一项：{field}</translation>
    </message>
    <message>
        <source>Give the endpoint a name.</source>
        <translation>请给端点取个名称。</translation>
    </message>
    <message>
        <source>Another endpoint has this name.</source>
        <translation>已有端点用了这个名称。</translation>
    </message>
    <message>
        <source>Type the address of the server.</source>
        <translation>请输入服务器地址。</translation>
    </message>
    <message>
        <source>Choose a model file.</source>
        <translation>请选择一个模型文件。</translation>
    </message>
    <message>
        <source>Choose or type a model.</source>
        <translation>请选择或输入模型。</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>No model server answers on this machine&apos;s usual ports.</source>
        <translation>本机的常用端口上没有模型服务应答。</translation>
    </message>
    <message>
        <source>Found on this machine: {names}</source>
        <translation>在本机找到：{names}</translation>
    </message>
</context>
<context>
    <name>EndpointFields</name>
    <message>
        <source>&amp;Preset</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>类型(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>密钥(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>T&amp;rust</source>
        <translation>信任(&amp;R)</translation>
    </message>
    <message>
        <source>None: fill in by hand</source>
        <translation>无：自行填写</translation>
    </message>
    <message>
        <source>OpenAI-compatible</source>
        <translation>OpenAI 兼容</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>Model file (GGUF)</source>
        <translation>模型文件（GGUF）</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>&amp;Find on this machine</source>
        <translation>在本机查找(&amp;F)</translation>
    </message>
    <message>
        <source>Kept in the vault; type to replace it</source>
        <translation>已存在保险库中；输入新的即可替换</translation>
    </message>
    <message>
        <source>Only if the service asks for one</source>
        <translation>仅在服务要求时填写</translation>
    </message>
    <message>
        <source>&amp;Load models</source>
        <translation>读取模型(&amp;L)</translation>
    </message>
    <message>
        <source>Use it for &amp;new conversations</source>
        <translation>用于新对话(&amp;N)</translation>
    </message>
    <message>
        <source>Runs on this machine: everything is sent as it is.</source>
        <translation>在本机运行：一切照原样发送。</translation>
    </message>
    <message>
        <source>On a network you trust: personal data is replaced by stand-ins, sensitive memories are held back.</source>
        <translation>在你信任的网络里：个人信息换成代号，敏感的记忆不发送。</translation>
    </message>
    <message>
        <source>Somebody else&apos;s server: names, numbers and addresses are replaced by stand-ins in everything that is sent, sensitive memories are held back.</source>
        <translation>别人的服务器：发送的一切内容里，姓名、号码和地址都换成代号，敏感的记忆不发送。</translation>
    </message>
</context>
<context>
    <name>EndpointModel</name>
    <message>
        <source>Recall only (built in)</source>
        <translation>仅回忆（内置）</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
</context>
<context>
    <name>EndpointsPage</name>
    <message>
        <source>Endpoints</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>An endpoint is a language model that may answer. Without one, Keepsake answers by quoting your vault. What is sent to an endpoint is listed under Privacy, with its exact bytes.</source>
        <translation>端点是可以用来回答的语言模型。没有端点时，忆匣引用保险库里的原话来回答。发给端点的内容都列在“隐私”里，可以看到确切的字节。</translation>
    </message>
    <message>
        <source>&amp;Background work</source>
        <translation>后台工作(&amp;B)</translation>
    </message>
    <message>
        <source>Background work</source>
        <translation>后台工作</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>Learning from conversations and summing up older turns may ask a model while you do other things. One on this machine is best; without one, rules do this work.</source>
        <translation>从对话中学习、概括较早的对话时，可以在你做别的事时询问模型。最好用本机上的模型；不选则由规则来做。</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Make the default</source>
        <translation>设为默认</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>EraseDialog</name>
    <message>
        <source>Erase everything</source>
        <translation>清除全部内容</translation>
    </message>
    <message>
        <source>Erase for good</source>
        <translation>永久清除</translation>
    </message>
    <message>
        <source>Type &amp;{word} to go on</source>
        <translation>输入“{word}”以继续(&amp;T)</translation>
    </message>
    <message>
        <source>Type {word} to go on</source>
        <translation>输入“{word}”以继续</translation>
    </message>
    <message>
        <source>Progress of the erasing</source>
        <translation>清除进度</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>ERASE</source>
        <comment>the word to be typed before everything is erased</comment>
        <translation>清除</translation>
    </message>
    <message>
        <source>Everything will be erased for good</source>
        <translation>全部内容将被永久清除</translation>
    </message>
    <message>
        <source>Stopped on the way</source>
        <translation>中途停止</translation>
    </message>
    <message>
        <source>It is gone</source>
        <translation>已清除</translation>
    </message>
    <message>
        <source>All conversations, all memories with their history and sources, drafts, and the bytes of what was sent are removed. This cannot be undone.</source>
        <translation>所有对话、所有记忆连同其历史和来源、草稿，以及已发送请求的内容都会被删除。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Endpoints, settings and the vault itself stay. Marks that hold no words stay in the audit.</source>
        <translation>端点、设置和保险库本身会保留。审计中只留下不含文字的记号。</translation>
    </message>
    <message>
        <source>Conversations deleted: {count}</source>
        <translation>已删除的对话：{count}</translation>
    </message>
    <message>
        <source>Backups made before still hold it, the last one being {file}. Delete them yourself.</source>
        <translation>此前的备份仍含有这些内容，最近一份是 {file}。请自行删除。</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export memories</source>
        <translation>导出记忆</translation>
    </message>
    <message>
        <source>The file is written in clear text: anyone who can read it can read your memories. Keepsake makes it readable for you alone on this machine; where it goes from there is up to you.</source>
        <translation>文件以明文写出：能读到它的人就能读到你的记忆。在本机上忆匣只让你自己可读；之后它去哪里由你决定。</translation>
    </message>
    <message>
        <source>&amp;Scope</source>
        <translation>范围(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>Fi&amp;le</source>
        <translation>文件(&amp;L)</translation>
    </message>
    <message>
        <source>All scopes</source>
        <translation>全部范围</translation>
    </message>
    <message>
        <source>JSON: everything, with sources and history</source>
        <translation>JSON：全部内容，含来源和历史</translation>
    </message>
    <message>
        <source>Markdown: to read, with sources</source>
        <translation>Markdown：便于阅读，含来源</translation>
    </message>
    <message>
        <source>CSV: a table</source>
        <translation>CSV：表格</translation>
    </message>
    <message>
        <source>Also &amp;proposals and what is no longer in force</source>
        <translation>也包括提议和不再生效的内容(&amp;P)</translation>
    </message>
    <message>
        <source>Also what is s&amp;ealed, in clear</source>
        <translation>也包括密封的内容（明文）(&amp;E)</translation>
    </message>
    <message>
        <source>The passphrase, for what is sealed</source>
        <translation>口令，用于密封的内容</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>导出进度</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Written to {file}</source>
        <translation>已写入 {file}</translation>
    </message>
    <message>
        <source>Memories: {count}, quoted sentences: {quotes}, size: {size} bytes</source>
        <translation>记忆 {count} 条，引用的原话 {quotes} 句，大小 {size} 字节</translation>
    </message>
    <message>
        <source>Sealed and left out: {count}</source>
        <translation>因封存而未导出：{count}</translation>
    </message>
    <message>
        <source>Choose a file first.</source>
        <translation>请先选择文件。</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was written.</source>
        <translation>已取消。什么也没有写入。</translation>
    </message>
</context>
<context>
    <name>ForgetDialog</name>
    <message>
        <source>&amp;Never learn this again</source>
        <translation>以后也不再记住(&amp;N)</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What was removed</source>
        <translation>已删除的内容</translation>
    </message>
    <message>
        <source>What will be removed</source>
        <translation>将要删除的内容</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>This will be deleted for good</source>
        <translation>以下内容将被永久删除</translation>
    </message>
    <message>
        <source>Also removed</source>
        <translation>同时删除</translation>
    </message>
    <message>
        <source>these words from the messages in which you said them and from replies that quote them</source>
        <translation>你说过这些话的消息里，以及引用它们的回复里的这些文字</translation>
    </message>
    <message>
        <source>its history, and older values that it replaced</source>
        <translation>它的历史，以及被它取代的旧值</translation>
    </message>
    <message>
        <source>the bytes of requests in which it was sent</source>
        <translation>发送过它的请求的字节</translation>
    </message>
    <message>
        <source>its entries in the search index</source>
        <translation>它在搜索索引中的条目</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Forgotten</source>
        <translation>已忘记</translation>
    </message>
    <message>
        <source>It is gone</source>
        <translation>已经删除</translation>
    </message>
</context>
<context>
    <name>FoundStrip</name>
    <message>
        <source>and {count} more</source>
        <translation>另有 {count} 项</translation>
    </message>
    <message>
        <source>is cut out, not kept</source>
        <translation>会被剪去，不保存</translation>
    </message>
    <message>
        <source>is replaced</source>
        <translation>会被替换</translation>
    </message>
    <message>
        <source>goes as it is</source>
        <translation>按原文发送</translation>
    </message>
    <message>
        <source>Take it out of the message: {value}</source>
        <translation>从消息中去掉：{value}</translation>
    </message>
    <message>
        <source>Replace it again: {value}</source>
        <translation>重新替换：{value}</translation>
    </message>
    <message>
        <source>Send it as it is, this once: {value}</source>
        <translation>仅这一次按原文发送：{value}</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>A question or any text</source>
        <translation>一个问题或任意文字</translation>
    </message>
    <message>
        <source>Text to recall for</source>
        <translation>用来回忆的文字</translation>
    </message>
    <message>
        <source>Show what would be recalled</source>
        <translation>查看会回忆到什么</translation>
    </message>
    <message>
        <source>Asked in</source>
        <translation>提问所在范围</translation>
    </message>
    <message>
        <source>The scope of the conversation in which it would be asked</source>
        <translation>提问所在对话的范围</translation>
    </message>
    <message>
        <source>What would be recalled</source>
        <translation>会回忆到的内容</translation>
    </message>
    <message>
        <source>Type a question to see which memories and messages an answer would rest on, how near each is, and which were left out. No model is asked and nothing leaves this machine.</source>
        <translation>输入一个问题，查看回答会依据哪些记忆和消息、各自有多接近，以及哪些没有选用。不会询问任何模型，也没有内容离开本机。</translation>
    </message>
    <message>
        <source>{verdict}: certainty {score} of 1, found in {seconds} s</source>
        <translation>{verdict}：把握 {score}（满分 1），用时 {seconds} 秒</translation>
    </message>
    <message>
        <source>Would be given to the answer</source>
        <translation>会提供给回答的</translation>
    </message>
    <message>
        <source>Nothing: the vault does not know this.</source>
        <translation>没有：保险库里没有相关内容。</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未选用的</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>第 {page} 页</translation>
    </message>
    <message>
        <source>no longer current</source>
        <translation>已不是现状</translation>
    </message>
    <message>
        <source>score {score}: {why}</source>
        <translation>得分 {score}：{why}</translation>
    </message>
    <message>
        <source>score {score}</source>
        <translation>得分 {score}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open: {text}</source>
        <translation>打开：{text}</translation>
    </message>
</context>
<context>
    <name>KeyringSection</name>
    <message>
        <source>The keyring of this system can keep a key that opens the vault without the passphrase. Whoever is signed in to your account can then open it. The passphrase keeps working.</source>
        <translation>系统密钥环可以保存一把钥匙，无需口令即可打开保险库。这样一来，任何登录到你账户的人都能打开它。口令照常有效。</translation>
    </message>
    <message>
        <source>Let the keyring open this vault…</source>
        <translation>允许密钥环打开此保险库…</translation>
    </message>
    <message>
        <source>Let the keyring open this vault</source>
        <translation>允许密钥环打开此保险库</translation>
    </message>
    <message>
        <source>The keyring will open this vault without the passphrase. Type it once more.</source>
        <translation>此后密钥环无需口令即可打开此保险库。请再输入一次口令。</translation>
    </message>
    <message>
        <source>{keyring} opens this vault on this machine.</source>
        <translation>本机的 {keyring} 可以打开此保险库。</translation>
    </message>
    <message>
        <source>Take that away from the keyring</source>
        <translation>不再允许密钥环打开</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open a link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open this address in the browser?

{address}</source>
        <translation>在浏览器中打开这个地址吗？

{address}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ListPage</name>
    <message>
        <source>Search memories</source>
        <translation>搜索记忆</translation>
    </message>
    <message>
        <source>By &amp;meaning</source>
        <translation>按意思(&amp;M)</translation>
    </message>
    <message>
        <source>Find what is meant, also in other words and in the other language</source>
        <translation>按意思查找，措辞或语言不同也能找到</translation>
    </message>
    <message>
        <source>Kind of memory</source>
        <translation>记忆类型</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Add a memory</source>
        <translation>添加记忆</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>全部类型</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>All scopes</source>
        <translation>全部范围</translation>
    </message>
    <message>
        <source>{shown} of {all}</source>
        <translation>{shown} / {all}</translation>
    </message>
    <message>
        <source>No memory fits. Clear the search, or choose other filters.</source>
        <translation>没有符合的记忆。请清空搜索，或换一个筛选条件。</translation>
    </message>
    <message>
        <source>Nothing is remembered yet.
Say something lasting in a conversation, or add a memory yourself.</source>
        <translation>还没有记忆。
在对话里说一件值得长久记住的事，或自己添加一条。</translation>
    </message>
</context>
<context>
    <name>ListingPage</name>
    <message>
        <source>About the selected entry</source>
        <translation>所选条目的详情</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Keepsake</source>
        <translation>忆匣</translation>
    </message>
</context>
<context>
    <name>MarkdownBody</name>
    <message>
        <source>Text of the message</source>
        <translation>消息正文</translation>
    </message>
</context>
<context>
    <name>MaskListsSection</name>
    <message>
        <source>Names, places and addresses that your memories know are replaced by themselves. Passwords, cards, keys and identity numbers are replaced even where they stand in the second list.</source>
        <translation>记忆里已有的人名、地名和地址会自动替换。密码、银行卡号、密钥和证件号码即使写在第二个列表里也会替换。</translation>
    </message>
    <message>
        <source>Always replace</source>
        <translation>始终替换</translation>
    </message>
    <message>
        <source>A name, a company, a project…</source>
        <translation>姓名、公司、项目……</translation>
    </message>
    <message>
        <source>Never replace</source>
        <translation>从不替换</translation>
    </message>
    <message>
        <source>A word that is taken for a name</source>
        <translation>被误认为姓名的词</translation>
    </message>
    <message>
        <source>Add to: {list}</source>
        <translation>添加到：{list}</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove from: {list}</source>
        <translation>移除自：{list}</translation>
    </message>
</context>
<context>
    <name>MemoryPage</name>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>&amp;Ask me (recommended)</source>
        <translation>先问我（推荐）(&amp;A)</translation>
    </message>
    <message>
        <source>What you say is proposed with the sentence it came from. Nothing is kept until you accept it.</source>
        <translation>你说的话会连同原句一起提议给你。你接受之前，什么也不会记下。</translation>
    </message>
    <message>
        <source>Keep a&amp;utomatically</source>
        <translation>自动记下(&amp;U)</translation>
    </message>
    <message>
        <source>What you plainly say is kept at once and announced in the reply, with undo. What is only inferred still asks.</source>
        <translation>你明确说出的会立即记下，并在回复里告知，可以撤销。只是推断出来的仍会先问你。</translation>
    </message>
    <message>
        <source>&amp;Off</source>
        <translation>关闭(&amp;O)</translation>
    </message>
    <message>
        <source>Nothing new is learnt and nothing from the vault is used in answers. What is kept stays.</source>
        <translation>不再记下新内容，回答也不使用保险库里的内容。已记下的仍然保留。</translation>
    </message>
    <message>
        <source>Learning with a model</source>
        <translation>用模型学习</translation>
    </message>
    <message>
        <source>&amp;Let the model look for more after a reply</source>
        <translation>回复之后让模型再找一遍(&amp;L)</translation>
    </message>
    <message>
        <source>One more request for each message that may hold something, to the endpoint for background work or else the one that answered. What it finds must stand in your own words; every request has its receipt.</source>
        <translation>每条可能含有内容的消息会多发一个请求，发给后台工作用的端点，没有就发给刚才回答的端点。找到的内容必须出自你的原话；每个请求都有回执。</translation>
    </message>
    <message>
        <source>Standing profile</source>
        <translation>常驻资料</translation>
    </message>
    <message>
        <source>&amp;Give every answer my standing profile</source>
        <translation>每次回答都附上我的常驻资料(&amp;G)</translation>
    </message>
    <message>
        <source>A few facts about you and how you like to be answered, such as your name, language and length of answers.</source>
        <translation>关于你的几项事实和你喜欢的回答方式，例如姓名、语言和回答的长短。</translation>
    </message>
    <message>
        <source>Unasked remarks</source>
        <translation>主动提醒</translation>
    </message>
    <message>
        <source>Say &amp;unasked when a limit is crossed, a date is near or a promise is open</source>
        <translation>超出限额、日期临近或承诺未完成时主动提醒(&amp;U)</translation>
    </message>
    <message>
        <source>At most one note in a conversation, worked out on this machine from your memories, with both sources. None in quiet hours; the same hour twice means there are none.</source>
        <translation>每个对话最多一条，在本机根据你的记忆得出，并给出两边的出处。安静时段内不提醒；两个钟点相同表示没有安静时段。</translation>
    </message>
    <message>
        <source>&amp;Quiet from</source>
        <translation>安静时段从(&amp;Q)</translation>
    </message>
    <message>
        <source>un&amp;til</source>
        <translation>到(&amp;T)</translation>
    </message>
</context>
<context>
    <name>MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Clean-up</source>
        <translation>清理</translation>
    </message>
    <message>
        <source>People and things</source>
        <translation>人和事物</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Recall inspector</source>
        <translation>回忆检查</translation>
    </message>
    <message>
        <source>Parts of the memory view</source>
        <translation>记忆页的各部分</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Review ({count})</source>
        <translation>审阅（{count}）</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>Questions ({count})</source>
        <translation>问题 ({count})</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>It was not kept: {reason}.</source>
        <translation>没有记下：{reason}。</translation>
    </message>
</context>
<context>
    <name>MemoryWords</name>
    <message>
        <source>Everywhere</source>
        <translation>通用</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>一般</translation>
    </message>
    <message>
        <source>Personal</source>
        <translation>个人</translation>
    </message>
    <message>
        <source>Sensitive</source>
        <translation>敏感</translation>
    </message>
    <message>
        <source>Sealed</source>
        <translation>封存</translation>
    </message>
    <message>
        <source>Identity number</source>
        <translation>身份证号</translation>
    </message>
    <message>
        <source>Social security number</source>
        <translation>社会安全号</translation>
    </message>
    <message>
        <source>Passport or permit number</source>
        <translation>护照或通行证号</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Kept until you change it</source>
        <translation>一直保留，直到你更改</translation>
    </message>
    <message>
        <source>Fades when it is not used</source>
        <translation>不用则逐渐淡出</translation>
    </message>
    <message>
        <source>Ends with its conversation</source>
        <translation>随对话结束</translation>
    </message>
    <message>
        <source>New: waits for your word</source>
        <translation>新内容：等你决定</translation>
    </message>
    <message>
        <source>The value looks unusual: is it right?</source>
        <translation>这个值看起来不寻常：对吗？</translation>
    </message>
    <message>
        <source>It contradicts what is in force</source>
        <translation>与现有内容矛盾</translation>
    </message>
    <message>
        <source>It corrects what is in force</source>
        <translation>更正现有内容</translation>
    </message>
    <message>
        <source>It is newer than what is in force</source>
        <translation>比现有内容新</translation>
    </message>
    <message>
        <source>Another value: together they make a range</source>
        <translation>又一个值：合在一起成为范围</translation>
    </message>
    <message>
        <source>A stronger source says otherwise</source>
        <translation>更可靠的来源说法不同</translation>
    </message>
    <message>
        <source>It comes from a stronger source</source>
        <translation>来自更可靠的来源</translation>
    </message>
    <message>
        <source>Something newer is in force</source>
        <translation>已有更新的内容生效</translation>
    </message>
    <message>
        <source>Two observations differ</source>
        <translation>两处所见不同</translation>
    </message>
    <message>
        <source>What it stands against has changed: look again</source>
        <translation>与它相对的内容已改变：请再看一次</translation>
    </message>
    <message>
        <source>Said again</source>
        <translation>再次说到</translation>
    </message>
    <message>
        <source>Joined with another memory</source>
        <translation>已与另一条记忆合并</translation>
    </message>
    <message>
        <source>By your decision</source>
        <translation>由你决定</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>Its date has passed</source>
        <translation>日期已过</translation>
    </message>
    <message>
        <source>Its conversation has ended</source>
        <translation>对话已结束</translation>
    </message>
    <message>
        <source>It has come about</source>
        <translation>已经实现</translation>
    </message>
    <message>
        <source>Said again, less exactly</source>
        <translation>再次说到，但不如先前准确</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>已记下</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>已提议</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>受到反驳</translation>
    </message>
    <message>
        <source>Questioned</source>
        <translation>受到质疑</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>Became a range</source>
        <translation>成为范围</translation>
    </message>
    <message>
        <source>Superseded</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Restored</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>已合并</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>已解封</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Unpinned</source>
        <translation>已取消置顶</translation>
    </message>
    <message>
        <source>Put to you again</source>
        <translation>再次请你决定</translation>
    </message>
    <message>
        <source>Quotes cut</source>
        <translation>剪去引文</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Keepsake</source>
        <translation>忆匣</translation>
    </message>
    <message>
        <source>an import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Accepted: {count}</source>
        <translation>已接受：{count}</translation>
    </message>
    <message>
        <source>Rejected: {count}</source>
        <translation>已拒绝：{count}</translation>
    </message>
    <message>
        <source>Changed: {count}</source>
        <translation>已更改：{count}</translation>
    </message>
    <message>
        <source>Kept: {count}</source>
        <translation>已记下：{count}</translation>
    </message>
    <message>
        <source>Sealed: {count}</source>
        <translation>已密封：{count}</translation>
    </message>
    <message>
        <source>Pinned: {count}</source>
        <translation>已置顶：{count}</translation>
    </message>
    <message>
        <source>Unpinned: {count}</source>
        <translation>已取消置顶：{count}</translation>
    </message>
    <message>
        <source>Archived: {count}</source>
        <translation>已归档：{count}</translation>
    </message>
    <message>
        <source>Back in force: {count}</source>
        <translation>已恢复生效：{count}</translation>
    </message>
    <message>
        <source>Deleted for good: {count}</source>
        <translation>已永久删除：{count}</translation>
    </message>
    <message>
        <source>Taken back: {count}</source>
        <translation>已撤销：{count}</translation>
    </message>
    <message>
        <source>Memories deleted: {count}</source>
        <translation>删除的记忆：{count}</translation>
    </message>
    <message>
        <source>Messages from which the words were cut: {count}</source>
        <translation>剪去原话的消息：{count}</translation>
    </message>
    <message>
        <source>Messages deleted: {count}</source>
        <translation>删除的消息：{count}</translation>
    </message>
    <message>
        <source>Replies whose details were cut: {count}</source>
        <translation>剪去明细的回复：{count}</translation>
    </message>
    <message>
        <source>Sent requests whose bytes were deleted: {count}</source>
        <translation>删除了字节的已发送请求：{count}</translation>
    </message>
    <message>
        <source>Documents deleted: {count}</source>
        <translation>已删除文档：{count}</translation>
    </message>
    <message>
        <source>Passages of documents deleted: {count}</source>
        <translation>已删除文档段落：{count}</translation>
    </message>
    <message>
        <source>Documents cut, and the files they came in deleted: {count}</source>
        <translation>已从中剪去文字并删除原文件的文档：{count}</translation>
    </message>
    <message>
        <source>Drafts cut: {count}</source>
        <translation>剪去内容的草稿：{count}</translation>
    </message>
    <message>
        <source>Entries of the history deleted: {count}</source>
        <translation>删除的历史条目：{count}</translation>
    </message>
    <message>
        <source>Rows of the search index deleted: {count}</source>
        <translation>删除的搜索索引条目：{count}</translation>
    </message>
    <message>
        <source>Marks kept so that it is not learnt again: {count}</source>
        <translation>为避免再次记住而保留的标记：{count}</translation>
    </message>
    <message>
        <source>Backups that still hold it, to be removed by yourself: {count}</source>
        <translation>仍含有它的备份（需自行删除）：{count}</translation>
    </message>
</context>
<context>
    <name>MessageWidget</name>
    <message>
        <source>Stopped. What had arrived is kept.</source>
        <translation>已停止。已收到的部分保留了下来。</translation>
    </message>
    <message>
        <source>The reply was cut off. What had arrived is kept.</source>
        <translation>回复中断了。已收到的部分保留了下来。</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Show sources and what was sent</source>
        <translation>查看来源和发送的内容</translation>
    </message>
    <message>
        <source>Delete this message…</source>
        <translation>删除这条消息…</translation>
    </message>
    <message>
        <source>Edit this message</source>
        <translation>修改这条消息</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>Open the file {name}</source>
        <translation>打开文件 {name}</translation>
    </message>
    <message>
        <source>Open the source: {quote}</source>
        <translation>打开来源：{quote}</translation>
    </message>
    <message>
        <source>The source does not clearly support this sentence: {quote}</source>
        <translation>来源不能明确支持这句话：{quote}</translation>
    </message>
    <message>
        <source>Source {mark}, which does not clearly support the sentence: {quote}</source>
        <translation>来源 {mark}（不足以支持这句话）：{quote}</translation>
    </message>
    <message>
        <source>Source {mark}: {quote}</source>
        <translation>来源 {mark}：{quote}</translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Memory, {count} waiting for review</source>
        <translation>记忆，{count} 条等待审阅</translation>
    </message>
    <message>
        <source>Settings: the last backup failed</source>
        <translation>设置：最近一次备份失败</translation>
    </message>
    <message>
        <source>The last backup failed. Settings, Data says why. (Ctrl+3)</source>
        <translation>最近一次备份失败，原因见“设置 › 数据”。(Ctrl+3)</translation>
    </message>
</context>
<context>
    <name>PassphraseDialog</name>
    <message>
        <source>&amp;Current passphrase</source>
        <translation>当前口令(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>PassphraseField</name>
    <message>
        <source>Show the passphrase</source>
        <translation>显示口令</translation>
    </message>
</context>
<context>
    <name>PeoplePage</name>
    <message>
        <source>Who and what your memories speak of, and how they are related. Each relation is a memory.</source>
        <translation>你的记忆提到的人和事物，以及它们之间的关系。每个关系都是一条记忆。</translation>
    </message>
    <message>
        <source>People and things</source>
        <translation>人和事物</translation>
    </message>
    <message>
        <source>Your memories name nobody yet.</source>
        <translation>你的记忆还没有提到任何人。</translation>
    </message>
    <message>
        <source>Show &amp;memory</source>
        <translation>显示记忆(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Forget…</source>
        <translation>忘掉(&amp;F)…</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Drawing of what the selected entry is related to</source>
        <translation>所选条目的关系图</translation>
    </message>
    <message>
        <source>Not drawn, but listed: {count}</source>
        <translation>未画出但在列表中：{count}</translation>
    </message>
    <message>
        <source>related</source>
        <translation>有关</translation>
    </message>
    <message>
        <source>works at</source>
        <translation>任职于</translation>
    </message>
    <message>
        <source>is responsible for</source>
        <translation>负责</translation>
    </message>
    <message>
        <source>pet</source>
        <translation>宠物</translation>
    </message>
    <message>
        <source>school</source>
        <translation>学校</translation>
    </message>
    <message>
        <source>lives in</source>
        <translation>住在</translation>
    </message>
    <message>
        <source>e-mail</source>
        <translation>邮箱</translation>
    </message>
    <message>
        <source>phone</source>
        <translation>电话</translation>
    </message>
    <message>
        <source># Also called</source>
        <translation># 也叫</translation>
    </message>
    <message>
        <source># Relations</source>
        <translation># 关系</translation>
    </message>
    <message>
        <source>Memories: {count}</source>
        <translation>记忆：{count}</translation>
    </message>
</context>
<context>
    <name>PreviewDialog</name>
    <message>
        <source>Before it is sent</source>
        <translation>发送之前</translation>
    </message>
    <message>
        <source>This would leave for {endpoint} ({where}).</source>
        <translation>以下内容将发送到 {endpoint}（{where}）。</translation>
    </message>
    <message>
        <source>The rules of this endpoint show every request first. You can change it or leave parts out.</source>
        <translation>按这个端点的规则，每次发送前都先给你看。你可以修改，也可以去掉一部分。</translation>
    </message>
    <message>
        <source>It holds a sensitive memory. You can change the request or leave parts out.</source>
        <translation>其中有敏感的记忆。你可以修改，也可以去掉一部分。</translation>
    </message>
    <message>
        <source>Message: {role}</source>
        <translation>消息：{role}</translation>
    </message>
    <message>
        <source>Replaced by stand-ins (untick one to send it as it is, this once)</source>
        <translation>已用代号替换（取消勾选，则这一次按原文发送）</translation>
    </message>
    <message>
        <source>&amp;Leave out this line</source>
        <translation>去掉这一行(&amp;L)</translation>
    </message>
    <message>
        <source>Show the exact &amp;bytes</source>
        <translation>显示确切的字节(&amp;B)</translation>
    </message>
    <message>
        <source>Exact bytes</source>
        <translation>确切的字节</translation>
    </message>
    <message>
        <source>&amp;Send</source>
        <translation>发送(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Do not send</source>
        <translation>不发送(&amp;D)</translation>
    </message>
</context>
<context>
    <name>PrivacyPage</name>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Nothing leaves this machine but requests to the endpoints that you set up. Before a request to another machine goes out, names, numbers, addresses and the like are replaced by stand-ins, and turned back in the reply. Passwords, codes, card numbers and keys are cut out before anything is stored. The search index and all checks run here. There is no telemetry and no account.</source>
        <translation>除了发给你所设端点的请求，没有任何内容离开本机。发往其他机器的请求在送出之前，姓名、号码、地址等会换成代号，收到回复后再换回来。密码、验证码、卡号和密钥在存储之前就会剪掉。搜索索引和所有检查都在本机进行。不上报数据，也没有账号。</translation>
    </message>
    <message>
        <source>Off the network</source>
        <translation>断开网络</translation>
    </message>
    <message>
        <source>Rules of an endpoint</source>
        <translation>端点的规则</translation>
    </message>
    <message>
        <source>Your own lists</source>
        <translation>你自己的列表</translation>
    </message>
    <message>
        <source>Everything that was sent</source>
        <translation>发送过的一切</translation>
    </message>
    <message>
        <source>Nothing was ever sent from this vault.</source>
        <translation>这个保险库从未发送过任何内容。</translation>
    </message>
    <message>
        <source>Show the exact bytes</source>
        <translation>查看确切的字节</translation>
    </message>
    <message>
        <source>Show older ones</source>
        <translation>显示更早的</translation>
    </message>
</context>
<context>
    <name>ProposalCard</name>
    <message>
        <source>Keep this?</source>
        <translation>要记下吗？</translation>
    </message>
    <message>
        <source>Because you said</source>
        <translation>因为你说过</translation>
    </message>
    <message>
        <source>Open the conversation</source>
        <translation>打开对话</translation>
    </message>
    <message>
        <source>seen in: {scope}</source>
        <translation>可见范围：{scope}</translation>
    </message>
</context>
<context>
    <name>ProposalRow</name>
    <message>
        <source>Kept: {claim}</source>
        <translation>已记下：{claim}</translation>
    </message>
    <message>
        <source>Not kept: {claim}</source>
        <translation>未记下：{claim}</translation>
    </message>
    <message>
        <source>Undone: {claim}</source>
        <translation>已撤销：{claim}</translation>
    </message>
    <message>
        <source>Keep this? {claim}</source>
        <translation>要记下吗？{claim}</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>记下</translation>
    </message>
    <message>
        <source>No</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Keep: {claim}</source>
        <translation>记下：{claim}</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>位置(&amp;L)：</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型(&amp;T)：</translation>
    </message>
</context>
<context>
    <name>QuestionsPage</name>
    <message>
        <source>Where what is known does not fit together, only you can say what holds.</source>
        <translation>已知的内容对不上时，只有你能说哪个成立。</translation>
    </message>
    <message>
        <source>Open questions</source>
        <translation>待定的问题</translation>
    </message>
    <message>
        <source>There are no open questions.</source>
        <translation>没有待定的问题。</translation>
    </message>
    <message>
        <source>The newer one &amp;holds</source>
        <translation>新的成立(&amp;H)</translation>
    </message>
    <message>
        <source>The &amp;older one holds</source>
        <translation>旧的成立(&amp;O)</translation>
    </message>
    <message>
        <source>It is &amp;right</source>
        <translation>没错(&amp;R)</translation>
    </message>
    <message>
        <source>It is &amp;wrong</source>
        <translation>不对(&amp;W)</translation>
    </message>
    <message>
        <source>Two observations differ</source>
        <translation>两处观察不一致</translation>
    </message>
    <message>
        <source>The value looks unusual</source>
        <translation>这个值不太寻常</translation>
    </message>
    <message>
        <source>Something else is in force</source>
        <translation>现在生效的是别的内容</translation>
    </message>
</context>
<context>
    <name>ReceiptDialog</name>
    <message>
        <source>What was sent</source>
        <translation>发送的内容</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送时间</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>替换的内容</translation>
    </message>
    <message>
        <source>Exact bytes</source>
        <translation>确切的字节</translation>
    </message>
    <message>
        <source>The bytes were purged or never kept; the receipt still proves size and hash.</source>
        <translation>字节已清除或从未保留；回执仍能证明大小和散列值。</translation>
    </message>
</context>
<context>
    <name>ReceiptsModel</name>
    <message>
        <source>Sent</source>
        <translation>发送时间</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>RecoverPage</name>
    <message>
        <source>Open with the recovery code</source>
        <translation>用恢复码打开</translation>
    </message>
    <message>
        <source>Type the code that you wrote down, then choose a new passphrase for this vault.</source>
        <translation>输入你记下的恢复码，再为这个保险库设一个新口令。</translation>
    </message>
    <message>
        <source>&amp;Recovery code</source>
        <translation>恢复码(&amp;R)</translation>
    </message>
    <message>
        <source>Recovery code</source>
        <translation>恢复码</translation>
    </message>
    <message>
        <source>New &amp;passphrase</source>
        <translation>新口令(&amp;P)</translation>
    </message>
    <message>
        <source>New passphrase</source>
        <translation>新口令</translation>
    </message>
    <message>
        <source>Open the vault</source>
        <translation>打开保险库</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Choose a passphrase first.</source>
        <translation>请先设一个口令。</translation>
    </message>
</context>
<context>
    <name>RecoveryCodePage</name>
    <message>
        <source>Your recovery code</source>
        <translation>你的恢复码</translation>
    </message>
    <message>
        <source>Write it down and keep it away from this machine. It opens the vault when the passphrase is lost, and it is shown only now.</source>
        <translation>请抄下来，放在本机以外的地方。口令丢了可以用它打开保险库；它只在此时显示。</translation>
    </message>
    <message>
        <source>&amp;Last group of the code, to show that you have it</source>
        <translation>恢复码的最后一组，以确认你已抄下(&amp;L)</translation>
    </message>
    <message>
        <source>Last group of the code</source>
        <translation>恢复码的最后一组</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>复制恢复码</translation>
    </message>
    <message>
        <source>That is not the last group. Compare it with what you wrote down.</source>
        <translation>这不是最后一组。请与你抄下的内容核对。</translation>
    </message>
</context>
<context>
    <name>RecoveryDialog</name>
    <message>
        <source>New recovery code</source>
        <translation>新的恢复码</translation>
    </message>
</context>
<context>
    <name>RedactionDialog</name>
    <message>
        <source>What was replaced</source>
        <translation>替换了什么</translation>
    </message>
    <message>
        <source>Original, kept here</source>
        <translation>原文（留在本机）</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
</context>
<context>
    <name>RemoveDocuments</name>
    <message>
        <source>Remove documents</source>
        <translation>移除文档</translation>
    </message>
    <message>
        <source>Documents that will be deleted for good: {count}</source>
        <translation>将被彻底删除的文档：{count}</translation>
    </message>
    <message>
        <source>They go with their files, their passages in the search index, what replies quoted of them, and the bytes of what was sent from then on. What replies say in their own words stays.</source>
        <translation>一并删除的有：原文件、检索索引中的段落、回复对它们的引用，以及此后发送的内容。回复自己的话会保留。</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>彻底删除</translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message>
        <source>Rename the conversation</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
</context>
<context>
    <name>RepairDialog</name>
    <message>
        <source>Repair the vault</source>
        <translation>修复保险库</translation>
    </message>
    <message>
        <source>This vault does not open as it is. Nothing of it is thrown away by any of these ways:</source>
        <translation>这个保险库现在打不开。下面的任何一种办法都不会丢掉其中的内容：</translation>
    </message>
    <message>
        <source>&amp;Take the header from the backup of {date}; nothing since then is lost</source>
        <translation>从 {date} 的备份取回文件头，之后的内容一点不丢(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Put the last backup in its place, from {date}</source>
        <translation>用 {date} 的最近一次备份代替它(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Save what can still be read into a new vault in its place</source>
        <translation>把还能读的内容救到原位置的新保险库里(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Choose a backup…</source>
        <translation>选择一个备份…(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open with</source>
        <translation>打开方式(&amp;O)</translation>
    </message>
    <message>
        <source>S&amp;ecret</source>
        <translation>口令或恢复码(&amp;E)</translation>
    </message>
    <message>
        <source>the passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>the recovery code</source>
        <translation>恢复码</translation>
    </message>
    <message>
        <source>The vault is being repaired</source>
        <translation>正在修复保险库</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The vault has a header again. It opens with the secret of the backup&apos;s day.</source>
        <translation>保险库又有文件头了，用做备份那天的口令或恢复码打开。</translation>
    </message>
    <message>
        <source>Saved: {rows} rows.</source>
        <translation>已救出 {rows} 行。</translation>
    </message>
    <message>
        <source>Lost: {lost} of {expected}.</source>
        <translation>丢失：{expected} 行中的 {lost} 行。</translation>
    </message>
    <message>
        <source>Damaged places passed over in {part}: {gaps}</source>
        <translation>{part}中跳过的损坏处：{gaps}</translation>
    </message>
    <message>
        <source>Left out, because what they belong to could not be read: {count}</source>
        <translation>因所属内容读不出来而没有放进来的：{count}</translation>
    </message>
    <message>
        <source>Entries of the audit are missing; it proves nothing about the time before now.</source>
        <translation>审计记录有缺失，它不能证明此前的任何事情。</translation>
    </message>
    <message>
        <source>The damaged vault is kept in {folder}</source>
        <translation>损坏的保险库保留在 {folder}</translation>
    </message>
    <message>
        <source>the settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>the list of conversations</source>
        <translation>对话列表</translation>
    </message>
    <message>
        <source>the messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>the details of replies</source>
        <translation>回复的详情</translation>
    </message>
    <message>
        <source>drafts</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>the memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>the sources of memories</source>
        <translation>记忆的来源</translation>
    </message>
    <message>
        <source>the history of memories</source>
        <translation>记忆的历史</translation>
    </message>
    <message>
        <source>the marks of what was forgotten</source>
        <translation>遗忘内容的标记</translation>
    </message>
    <message>
        <source>the endpoints</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>the receipts of what was sent</source>
        <translation>发送凭据</translation>
    </message>
    <message>
        <source>the names that stand for real ones</source>
        <translation>代替真名的化名</translation>
    </message>
    <message>
        <source>the audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>the tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>what waited to be learnt from</source>
        <translation>等待记取的内容</translation>
    </message>
    <message>
        <source>summaries of long conversations</source>
        <translation>长对话的摘要</translation>
    </message>
    <message>
        <source>what was sealed with a passphrase of its own</source>
        <translation>另用口令封存的内容</translation>
    </message>
    <message>
        <source>the documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Stopped. Nothing was changed.</source>
        <translation>已停止，什么都没有改变。</translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message>
        <source>Restore a backup</source>
        <translation>恢复备份</translation>
    </message>
    <message>
        <source>The backup takes the place of the vault that does not open. That one is moved aside and kept; nothing of it is changed.</source>
        <translation>备份将取代打不开的保险库。原来的保险库会移到旁边保留，内容不作任何改动。</translation>
    </message>
    <message>
        <source>The backup becomes a vault of its own in a new folder. Your other vaults stay as they are.</source>
        <translation>备份会在新文件夹里成为一个独立的保险库。你的其他保险库保持不变。</translation>
    </message>
    <message>
        <source>Backup &amp;file</source>
        <translation>备份文件(&amp;F)</translation>
    </message>
    <message>
        <source>Fol&amp;der of the vault</source>
        <translation>保险库文件夹(&amp;D)</translation>
    </message>
    <message>
        <source>Open &amp;with</source>
        <translation>打开方式(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Secret</source>
        <translation>口令或恢复码(&amp;S)</translation>
    </message>
    <message>
        <source>the passphrase of that day</source>
        <translation>备份当天的口令</translation>
    </message>
    <message>
        <source>the recovery code of that day</source>
        <translation>备份当天的恢复码</translation>
    </message>
    <message>
        <source>Choose the backup</source>
        <translation>选择备份</translation>
    </message>
    <message>
        <source>The backup is being checked and restored</source>
        <translation>正在核对并恢复备份</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Restored to {folder}</source>
        <translation>已恢复到 {folder}</translation>
    </message>
    <message>
        <source>The backup of {date}: {rows} rows, {entries} entries of the audit, all checked.</source>
        <translation>{date} 的备份：{rows} 行，{entries} 条审计记录，全部核对无误。</translation>
    </message>
    <message>
        <source>The vault that was there is kept in {folder}</source>
        <translation>原来的保险库保留在 {folder}</translation>
    </message>
    <message>
        <source>It opens with the secret that you have just typed.</source>
        <translation>它用你刚才输入的口令或恢复码打开。</translation>
    </message>
    <message>
        <source>Backups of Keepsake ({pattern})</source>
        <translation>忆匣备份 ({pattern})</translation>
    </message>
    <message>
        <source>Choose a backup first.</source>
        <translation>请先选择一个备份。</translation>
    </message>
    <message>
        <source>Choose a folder first.</source>
        <translation>请先选择一个文件夹。</translation>
    </message>
    <message>
        <source>Stopped. Nothing was changed.</source>
        <translation>已停止，什么都没有改变。</translation>
    </message>
</context>
<context>
    <name>RevealDialog</name>
    <message>
        <source>Sealed memory</source>
        <translation>密封的记忆</translation>
    </message>
    <message>
        <source>Give the passphrase again to see what this memory says. It is hidden again after a minute.</source>
        <translation>再次输入口令即可查看这条记忆的内容。一分钟后会再次隐藏。</translation>
    </message>
    <message>
        <source>&amp;Passphrase</source>
        <translation>口令(&amp;P)</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>What the memory says</source>
        <translation>记忆的内容</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Make it an ordinary memory</source>
        <translation>恢复为普通记忆</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message>
        <source>Proposals waiting for review</source>
        <translation>等待审阅的提议</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Keys: arrows to move, A accept, E edit, R reject, N never again; Shift or Ctrl to choose several.</source>
        <translation>按键：方向键移动，A 接受，E 编辑，R 拒绝，N 不再记住；按住 Shift 或 Ctrl 可多选。</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Never again…</source>
        <translation>不再记住…</translation>
    </message>
    <message>
        <source>Delete the proposal and the words it came from, and never learn it again</source>
        <translation>删除这条提议和它所依据的原话，以后也不再记住</translation>
    </message>
    <message>
        <source>Nothing waits for review.
When you say something lasting in a conversation, Keepsake proposes to keep it, and the proposal appears here.</source>
        <translation>没有等待审阅的内容。
当你在对话里说到值得长久记住的事，忆匣会提议记下，提议就出现在这里。</translation>
    </message>
</context>
<context>
    <name>RulesSection</name>
    <message>
        <source>&amp;Endpoint</source>
        <translation>端点(&amp;E)</translation>
    </message>
    <message>
        <source>N&amp;ormal things</source>
        <translation>普通内容(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Personal memories</source>
        <translation>个人记忆(&amp;P)</translation>
    </message>
    <message>
        <source>Sensiti&amp;ve memories</source>
        <translation>敏感记忆(&amp;V)</translation>
    </message>
    <message>
        <source>Sho&amp;w requests first</source>
        <translation>先看再发(&amp;W)</translation>
    </message>
    <message>
        <source>always</source>
        <translation>每次都先看</translation>
    </message>
    <message>
        <source>when something sensitive is in them</source>
        <translation>有敏感内容时先看</translation>
    </message>
    <message>
        <source>never; what would have to be asked about stays here</source>
        <translation>从不；需要询问的内容留在本机</translation>
    </message>
    <message>
        <source>There is no endpoint but the built-in one, which sends nothing.</source>
        <translation>除了内置端点外没有别的端点，内置端点不发送任何内容。</translation>
    </message>
    <message>
        <source>Sealed memories never leave, whatever the rules say. The rules hold for where the address really leads: an endpoint that turns out to be farther away than it was set up for is treated as that.</source>
        <translation>密封的记忆无论规则如何都不会外发。规则以地址实际指向的位置为准：如果端点实际比设置的更远，就按实际位置对待。</translation>
    </message>
    <message>
        <source>as usual: {treatment}</source>
        <translation>默认：{treatment}</translation>
    </message>
    <message>
        <source>sent as it is</source>
        <translation>按原文发送</translation>
    </message>
    <message>
        <source>sent with stand-ins</source>
        <translation>用代号替换后发送</translation>
    </message>
    <message>
        <source>sent after asking, with stand-ins</source>
        <translation>询问后用代号替换再发送</translation>
    </message>
    <message>
        <source>never sent</source>
        <translation>从不发送</translation>
    </message>
</context>
<context>
    <name>RunningTurn</name>
    <message>
        <source>Looking into your vault…</source>
        <translation>正在查看保险库…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在书写…</translation>
    </message>
    <message>
        <source>Waiting for the first word…</source>
        <translation>正在等待第一个词…</translation>
    </message>
    <message>
        <source>The model is thinking…</source>
        <translation>模型正在思考…</translation>
    </message>
    <message>
        <source>Using {tool}…</source>
        <translation>正在使用 {tool}…</translation>
    </message>
    <message>
        <source>Waiting for you to allow a tool…</source>
        <translation>请决定是否允许调用工具…</translation>
    </message>
    <message>
        <source>Waiting for you to look at the request…</source>
        <translation>请先查看要发送的内容…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>The endpoint asks to wait: sent again in {seconds} s</source>
        <translation>端点要求等待：{seconds} 秒后重新发送</translation>
    </message>
    <message>
        <source>Sent {size} bytes to {endpoint}, waiting…</source>
        <translation>已向 {endpoint} 发送 {size} 字节，等待回复…</translation>
    </message>
</context>
<context>
    <name>SecurityPage</name>
    <message>
        <source>Security</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>Change the passphrase</source>
        <translation>更改口令</translation>
    </message>
    <message>
        <source>Recovery code</source>
        <translation>恢复码</translation>
    </message>
    <message>
        <source>What opens this vault</source>
        <translation>能打开这个保险库的</translation>
    </message>
    <message>
        <source>Locking</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>&amp;Current passphrase</source>
        <translation>当前口令(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;New passphrase</source>
        <translation>新口令(&amp;N)</translation>
    </message>
    <message>
        <source>New passphrase &amp;again</source>
        <translation>再次输入新口令(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Lock when idle for</source>
        <translation>闲置多久后锁定(&amp;L)</translation>
    </message>
    <message>
        <source>Clea&amp;r what was copied after</source>
        <translation>复制内容的清除时间(&amp;R)</translation>
    </message>
    <message>
        <source>A new code makes the old one worthless. It is shown once, and nobody can show it again.</source>
        <translation>新的恢复码会使旧的作废。它只显示一次，之后谁也无法再看到。</translation>
    </message>
    <message>
        <source>Make a new recovery code…</source>
        <translation>生成新的恢复码…</translation>
    </message>
    <message>
        <source>Make a new recovery code</source>
        <translation>生成新的恢复码</translation>
    </message>
    <message>
        <source>The new code opens this vault. Type the passphrase before it is shown.</source>
        <translation>新的恢复码可以打开此保险库。显示之前请输入口令。</translation>
    </message>
    <message>
        <source>Remove everything that was said and learnt from this vault. You are asked once more.</source>
        <translation>从此保险库中删除说过和记下的一切。删除前会再次询问。</translation>
    </message>
    <message>
        <source>Erase everything…</source>
        <translation>清除全部内容…</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Locking closes the vault and ends the process that held its key. Drafts are kept.</source>
        <translation>锁定会关闭保险库，并结束持有密钥的进程。草稿会保留。</translation>
    </message>
    <message>
        <source>Lock now</source>
        <translation>立即锁定</translation>
    </message>
    <message>
        <source>The passphrase was changed.</source>
        <translation>口令已更改。</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} 分钟</translation>
    </message>
    <message>
        <source>{count} s</source>
        <translation>{count} 秒</translation>
    </message>
    <message>
        <source>when locking</source>
        <translation>锁定时</translation>
    </message>
    <message>
        <source>Choose a new passphrase first.</source>
        <translation>请先设一个新口令。</translation>
    </message>
    <message>
        <source>The two passphrases differ. Type the same one twice.</source>
        <translation>两次输入的口令不同。请输入同一个口令两次。</translation>
    </message>
</context>
<context>
    <name>SettingsView</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Sections of the settings</source>
        <translation>设置的各部分</translation>
    </message>
    <message>
        <source>Endpoints</source>
        <translation>端点</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Security</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Transparency</source>
        <translation>透明度</translation>
    </message>
    <message>
        <source>About the selected reply</source>
        <translation>关于选中的回复</translation>
    </message>
    <message>
        <source>&amp;Why this reply?</source>
        <translation>为什么这样回复？(&amp;W)</translation>
    </message>
    <message>
        <source>Choose a reply to see what it rests on and what was sent for it.</source>
        <translation>选择一条回复，查看它的依据和为它发送的内容。</translation>
    </message>
    <message>
        <source>Cited</source>
        <translation>引用的</translation>
    </message>
    <message>
        <source>This reply cites nothing from your vault.</source>
        <translation>这条回复没有引用保险库里的内容。</translation>
    </message>
    <message>
        <source>Also given to the reply</source>
        <translation>一并提供给回复的</translation>
    </message>
    <message>
        <source>Standing profile</source>
        <translation>常驻资料</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>Recall only (built in)</source>
        <translation>仅回忆（内置）</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送的内容</translation>
    </message>
    <message>
        <source>Nothing left this machine for this reply.</source>
        <translation>这条回复没有让任何内容离开本机。</translation>
    </message>
    <message>
        <source>Text that was sent</source>
        <translation>发送的文字</translation>
    </message>
    <message>
        <source>Exact bytes: receipt {id}</source>
        <translation>确切字节：回执 {id}</translation>
    </message>
    <message>
        <source>Replaced before sending</source>
        <translation>发送前替换的</translation>
    </message>
    <message>
        <source>Original and sent, side by side</source>
        <translation>原文与已发送内容对照</translation>
    </message>
    <message>
        <source>Nothing was replaced.</source>
        <translation>没有替换任何内容。</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>回忆到的</translation>
    </message>
    <message>
        <source>{verdict} ({score})</source>
        <translation>{verdict}（{score}）</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未选用的</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Result of the tool</source>
        <translation>工具的结果</translation>
    </message>
    <message>
        <source>Earlier messages, told in short</source>
        <translation>较早的消息（简述）</translation>
    </message>
    <message>
        <source>Written to memory</source>
        <translation>写入记忆的</translation>
    </message>
    <message>
        <source>Nothing new was kept.</source>
        <translation>没有记下新内容。</translation>
    </message>
    <message>
        <source>Time and size</source>
        <translation>时间和大小</translation>
    </message>
    <message>
        <source>{seconds} s in all</source>
        <translation>共 {seconds} 秒</translation>
    </message>
    <message>
        <source>recall {value} s</source>
        <translation>回忆 {value} 秒</translation>
    </message>
    <message>
        <source>first words after {value} s</source>
        <translation>{value} 秒后开始回答</translation>
    </message>
    <message>
        <source>{count} tokens sent, counted by the model&apos;s tokenizer</source>
        <translation>发送了 {count} 个词元，由模型自己的分词器计数</translation>
    </message>
    <message>
        <source>about {count} tokens sent</source>
        <translation>发送约 {count} 个词元</translation>
    </message>
</context>
<context>
    <name>SlotsSection</name>
    <message>
        <source>Add a passphrase…</source>
        <translation>添加口令…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Remove: {slot}</source>
        <translation>移除：{slot}</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>Recovery code</source>
        <translation>恢复码</translation>
    </message>
    <message>
        <source>System keyring</source>
        <translation>系统密钥环</translation>
    </message>
    <message>
        <source>last used {date}</source>
        <translation>上次使用 {date}</translation>
    </message>
    <message>
        <source>never used</source>
        <translation>从未使用</translation>
    </message>
    <message>
        <source>made {date}</source>
        <translation>创建于 {date}</translation>
    </message>
    <message>
        <source>Remove a way in</source>
        <translation>移除一种打开方式</translation>
    </message>
    <message>
        <source>This will no longer open the vault:</source>
        <translation>它将不再能打开保险库：</translation>
    </message>
    <message>
        <source>Old copies of the vault and backups made before still open with it.</source>
        <translation>之前的保险库副本和备份仍可用它打开。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>page {page}</source>
        <translation>第 {page} 页</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open source {mark}</source>
        <translation>打开来源 {mark}</translation>
    </message>
    <message>
        <source>Does not clearly support: “{sentence}”</source>
        <translation>不足以支持：“{sentence}”</translation>
    </message>
    <message>
        <source>no longer current</source>
        <translation>已不是现状</translation>
    </message>
</context>
<context>
    <name>StepLines</name>
    <message>
        <source>waiting, {seconds} s…</source>
        <translation>等待中，{seconds} 秒…</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>StepTrial</name>
    <message>
        <source>Stop the test</source>
        <translation>停止测试</translation>
    </message>
</context>
<context>
    <name>StrengthBar</name>
    <message>
        <source>Too easy: it would be guessed at once</source>
        <translation>太简单：一下就会被猜中</translation>
    </message>
    <message>
        <source>Weak: a few hours of guessing</source>
        <translation>弱：几个小时就能猜中</translation>
    </message>
    <message>
        <source>Fair: add another word or two</source>
        <translation>一般：再加一两个词</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>好</translation>
    </message>
    <message>
        <source>Strong</source>
        <translation>强</translation>
    </message>
    <message>
        <source>Several unrelated words are easy to keep in mind and hard to guess.</source>
        <translation>几个互不相关的词，好记又难猜。</translation>
    </message>
</context>
<context>
    <name>TasksPage</name>
    <message>
        <source>What the assistant works on for you, step by step. A task survives a restart and ends when you say so.</source>
        <translation>助手正在为你一步步做的事。任务在重启后仍在，由你决定何时结束。</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>There are no tasks.</source>
        <translation>没有任务。</translation>
    </message>
    <message>
        <source>&amp;Open the conversation</source>
        <translation>打开对话(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Cancel task</source>
        <translation>取消任务(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Remove task</source>
        <translation>移除任务(&amp;R)</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>已计划</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Paused: the program ended while it ran</source>
        <translation>已暂停：运行时程序结束了</translation>
    </message>
    <message>
        <source># Steps</source>
        <translation># 步骤</translation>
    </message>
    <message>
        <source># Found</source>
        <translation># 发现</translation>
    </message>
    <message>
        <source># Outcome</source>
        <translation># 结果</translation>
    </message>
    <message>
        <source>a page of text</source>
        <translation>整页文字</translation>
    </message>
    <message>
        <source>orders to the assistant</source>
        <translation>对助手的命令</translation>
    </message>
    <message>
        <source>a secret</source>
        <translation>秘密信息</translation>
    </message>
    <message>
        <source>technical values</source>
        <translation>技术性数值</translation>
    </message>
    <message>
        <source>claims about you</source>
        <translation>关于你的说法</translation>
    </message>
    <message>
        <source>nothing about the task</source>
        <translation>与任务无关</translation>
    </message>
    <message>
        <source>more than is worth keeping</source>
        <translation>过多，不值得全部保留</translation>
    </message>
    <message>
        <source>Left out: {what}</source>
        <translation>未保留：{what}</translation>
    </message>
</context>
<context>
    <name>TemporaryNotice</name>
    <message>
        <source>Temporary conversation: it is in no list, nothing is learnt from it, and it is gone when you leave it or lock. Your memories are used. Of a request to an endpoint only that it was made is noted.</source>
        <translation>临时对话：不进入列表，不从中学习，离开或锁定后即消失。回答时仍会用到你的记忆。向端点发送请求时，只记录曾经发送过，不留内容。</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ToolConfirmation</name>
    <message>
        <source>A tool wants to act</source>
        <translation>工具想要执行操作</translation>
    </message>
    <message>
        <source>The model wants to use “{tool}”, which changes something.</source>
        <translation>模型想使用“{tool}”，这会更改内容。</translation>
    </message>
    <message>
        <source>The model wants to call “{tool}” of the server “{server}”.</source>
        <translation>模型想调用服务器“{server}”的“{tool}”。</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许这一次</translation>
    </message>
    <message>
        <source>Do not allow</source>
        <translation>不允许</translation>
    </message>
</context>
<context>
    <name>ToolServerDialog</name>
    <message>
        <source>Add a server of tools</source>
        <translation>添加工具服务器</translation>
    </message>
    <message>
        <source>Edit the server of tools</source>
        <translation>编辑工具服务器</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>类型(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>命令(&amp;C)</translation>
    </message>
    <message>
        <source>Program that is started</source>
        <translation>由忆匣启动的程序</translation>
    </message>
    <message>
        <source>Address on this machine</source>
        <translation>本机上的地址</translation>
    </message>
    <message>
        <source>program and arguments, quotes hold words together</source>
        <translation>程序及参数，含空格的部分用引号括起</translation>
    </message>
    <message>
        <source>T&amp;rusted: call its tools without asking</source>
        <translation>信任：调用前不询问(&amp;R)</translation>
    </message>
    <message>
        <source>Trust only a server of your own: its calls are then made at once, with names and numbers as they are. Otherwise each call is shown and asked about, and stand-ins stay in its arguments.</source>
        <translation>只信任你自己的服务器：它的工具会立即被调用，姓名和号码以原样传入。否则每次调用都会先显示并询问，参数中保留替身。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Give it a name of up to 24 Latin letters, digits, - and _.</source>
        <translation>请起一个名称：最多 24 个拉丁字母、数字、- 和 _。</translation>
    </message>
    <message>
        <source>Another server has this name.</source>
        <translation>已有同名的服务器。</translation>
    </message>
    <message>
        <source>A quote in the command is not closed.</source>
        <translation>命令中的引号没有闭合。</translation>
    </message>
    <message>
        <source>The address must begin with http:// and lead to this machine.</source>
        <translation>地址必须以 http:// 开头并指向本机。</translation>
    </message>
    <message>
        <source>Type the address of the server.</source>
        <translation>请输入服务器地址。</translation>
    </message>
    <message>
        <source>Type the command that starts the server.</source>
        <translation>请输入启动服务器的命令。</translation>
    </message>
</context>
<context>
    <name>ToolServerTrial</name>
    <message>
        <source>&amp;Test the server</source>
        <translation>测试服务器(&amp;T)</translation>
    </message>
    <message>
        <source>Tools that the server offers</source>
        <translation>服务器提供的工具</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>Speaks the protocol</source>
        <translation>支持协议</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{count} offered</source>
        <translation>提供 {count} 个</translation>
    </message>
    <message>
        <source>There is no such program. Give its full path, or install it.</source>
        <translation>没有这个程序。请写出完整路径，或先安装它。</translation>
    </message>
    <message>
        <source>Nothing answers. Start the server, or look at its command and address.</source>
        <translation>没有应答。请启动服务器，或检查命令和地址。</translation>
    </message>
    <message>
        <source>The address is not on this machine.</source>
        <translation>这个地址不在本机上。</translation>
    </message>
    <message>
        <source>Air-gap mode is on: no server is started.</source>
        <translation>已开启断网模式：不启动任何服务器。</translation>
    </message>
    <message>
        <source>It does not speak the Model Context Protocol as expected ({reason}).</source>
        <translation>它没有按预期支持模型上下文协议（{reason}）。</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>While it answers, a model may search the vault, work out numbers and dates, read what you attached, and look at tasks and reminders. What changes something is asked about each time, and every call is shown beside the reply.</source>
        <translation>作答时，模型可以搜索保险库、计算数字和日期、阅读你附上的文件，并查看任务和提醒。会改变内容的操作每次都先询问，每次调用都显示在回复旁边。</translation>
    </message>
    <message>
        <source>&amp;Let models call tools where a message needs them</source>
        <translation>消息需要时允许模型调用工具(&amp;L)</translation>
    </message>
    <message>
        <source>Servers of tools</source>
        <translation>工具服务器</translation>
    </message>
    <message>
        <source>Programs on this machine that speak the Model Context Protocol. What they answer is treated as a stranger&apos;s word. A program may do with the network what it likes, so none is started in air-gap mode.</source>
        <translation>本机上支持模型上下文协议（MCP）的程序。它们的回答一律按外人的话对待。程序可以随意使用网络，因此断网模式下不启动任何程序。</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Edit and test…</source>
        <translation>编辑并测试(&amp;E)…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>trusted</source>
        <translation>已信任</translation>
    </message>
    <message>
        <source>asks before each call</source>
        <translation>每次调用前询问</translation>
    </message>
    <message>
        <source>None yet. “Add…” takes a command or an address.</source>
        <translation>还没有。“添加…”可填写命令或地址。</translation>
    </message>
    <message>
        <source>As&amp;k before its calls</source>
        <translation>调用前询问(&amp;K)</translation>
    </message>
    <message>
        <source>T&amp;rust</source>
        <translation>信任(&amp;R)</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Tell Keepsake something to remember, or ask about what you said before.
Nothing leaves this machine unless you choose an endpoint that is elsewhere.</source>
        <translation>告诉忆匣要记住的事，或者问问你以前说过的话。
除非你选用别处的端点，否则任何内容都不会离开本机。</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>撤销 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>UnlockPage</name>
    <message>
        <source>Unlock your vault</source>
        <translation>解锁保险库</translation>
    </message>
    <message>
        <source>Everything Keepsake remembers is encrypted with your passphrase.</source>
        <translation>忆匣记住的一切都用你的口令加密。</translation>
    </message>
    <message>
        <source>&amp;Vault</source>
        <translation>保险库(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Passphrase</source>
        <translation>口令(&amp;P)</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Create a new vault</source>
        <translation>新建保险库</translation>
    </message>
    <message>
        <source>Use the recovery code</source>
        <translation>使用恢复码</translation>
    </message>
    <message>
        <source>Repair…</source>
        <translation>修复…</translation>
    </message>
    <message>
        <source>Unlock with the system&apos;s keyring</source>
        <translation>用系统密钥环解锁</translation>
    </message>
    <message>
        <source>Unlocking…</source>
        <translation>正在解锁…</translation>
    </message>
</context>
<context>
    <name>UnlockWindow</name>
    <message>
        <source>Keepsake</source>
        <translation>忆匣</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The vault that was used last is not in its folder: {folder}</source>
        <translation>上次使用的保险库不在它的文件夹里：{folder}</translation>
    </message>
    <message>
        <source>Nothing was deleted or created. It may be on a drive that is not attached, or have been moved.</source>
        <translation>没有删除或新建任何东西。它可能在没有连接的磁盘上，或者已被移走。</translation>
    </message>
    <message>
        <source>There is a vault that was not opened in this window before: {folder}</source>
        <translation>这里有一个此前没有在本窗口打开过的保险库：{folder}</translation>
    </message>
    <message>
        <source>Is it yours? Then unlock it. A new vault begins empty.</source>
        <translation>是你的吗？那就解锁它。新建的保险库是空的。</translation>
    </message>
    <message>
        <source>Is this one yours: {folder}? Then unlock it. A new vault begins empty.</source>
        <translation>这个是你的吗：{folder}？那就解锁它。新建的保险库是空的。</translation>
    </message>
    <message>
        <source>Attach the drive and start again, or open the vault in another folder. A new vault begins empty.</source>
        <translation>请连接磁盘后重新启动，或打开另一个文件夹里的保险库。新建的保险库是空的。</translation>
    </message>
</context>
<context>
    <name>VaultChoice</name>
    <message>
        <source>Vault</source>
        <translation>保险库</translation>
    </message>
    <message>
        <source>Open a vault in another folder</source>
        <translation>打开其他文件夹里的保险库</translation>
    </message>
    <message>
        <source>Open a vault</source>
        <translation>打开保险库</translation>
    </message>
</context>
<context>
    <name>VersionBar</name>
    <message>
        <source>version {place} of {count}</source>
        <translation>第 {place} 个版本，共 {count} 个</translation>
    </message>
    <message>
        <source>The left and right arrow keys show the other versions.</source>
        <translation>按左右方向键查看其他版本。</translation>
    </message>
    <message>
        <source>Older version ({where})</source>
        <translation>上一个版本（{where}）</translation>
    </message>
    <message>
        <source>Newer version ({where})</source>
        <translation>下一个版本（{where}）</translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Why was “{claim}” not recalled? Write the question that should have found it.</source>
        <translation>为什么没有回忆起“{claim}”？写下本该找到它的问题。</translation>
    </message>
    <message>
        <source>What this reply rested on, from the vault to what was sent.</source>
        <translation>这个回复依据了什么，从保险库一直到发送的内容。</translation>
    </message>
    <message>
        <source>&amp;Question</source>
        <translation>问题(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Look</source>
        <translation>查看(&amp;L)</translation>
    </message>
    <message>
        <source>The walk, step by step</source>
        <translation>逐步的检查</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>High confidence</source>
        <translation>可信度高</translation>
    </message>
    <message>
        <source>Medium confidence</source>
        <translation>可信度中等</translation>
    </message>
    <message>
        <source>Low confidence</source>
        <translation>可信度低</translation>
    </message>
    <message>
        <source>Not from your vault</source>
        <translation>并非来自你的保险库</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>总分</translation>
    </message>
    <message>
        <source>Borne out by what is cited</source>
        <translation>引用内容的支持程度</translation>
    </message>
    <message>
        <source>Strength of recall</source>
        <translation>回忆的强度</translation>
    </message>
    <message>
        <source>Weight of the sources</source>
        <translation>来源的分量</translation>
    </message>
    <message>
        <source>Freshness</source>
        <translation>新近程度</translation>
    </message>
    <message>
        <source>Contradiction</source>
        <translation>矛盾</translation>
    </message>
    <message>
        <source>The model&apos;s own word</source>
        <translation>模型自己的说法</translation>
    </message>
    <message>
        <source>Earlier reply that it rests on</source>
        <translation>所依据的先前回复</translation>
    </message>
    <message>
        <source>{name}: {value}</source>
        <translation>{name}：{value}</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Relationship</source>
        <translation>关系</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Waiting for review</source>
        <translation>等待审阅</translation>
    </message>
    <message>
        <source>In force</source>
        <translation>生效</translation>
    </message>
    <message>
        <source>Superseded</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>Said by you</source>
        <translation>你亲口说的</translation>
    </message>
    <message>
        <source>From a form</source>
        <translation>来自表单</translation>
    </message>
    <message>
        <source>From a tool</source>
        <translation>来自工具</translation>
    </message>
    <message>
        <source>From a document</source>
        <translation>来自文档</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>导入的</translation>
    </message>
    <message>
        <source>Inferred</source>
        <translation>推断的</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Earlier reply</source>
        <translation>早先的回复</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>已知</translation>
    </message>
    <message>
        <source>Uncertain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Keepsake</source>
        <translation>忆匣</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Private network</source>
        <translation>内部网络</translation>
    </message>
    <message>
        <source>Remote</source>
        <translation>远程</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>date format of a day in this year</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>date format of a day in another year</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy hh:mm</source>
        <comment>date format of a moment</comment>
        <translation>yyyy年M月d日 hh:mm</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>已提议</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>已记下</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Joined into a range</source>
        <translation>已并入范围</translation>
    </message>
    <message>
        <source>Replaced an older one</source>
        <translation>已取代旧的</translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation>未记下</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>未获允许</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>没有这个工具</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Summary of older turns</source>
        <translation>较早对话的摘要</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>Counting tokens</source>
        <translation>计算词元数</translation>
    </message>
    <message>
        <source>Connection test</source>
        <translation>连接测试</translation>
    </message>
    <message>
        <source>name</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>organisation</source>
        <translation>机构</translation>
    </message>
    <message>
        <source>telephone number</source>
        <translation>电话号码</translation>
    </message>
    <message>
        <source>e-mail address</source>
        <translation>电子邮箱</translation>
    </message>
    <message>
        <source>identity number</source>
        <translation>身份证号</translation>
    </message>
    <message>
        <source>social security number</source>
        <translation>社会安全号</translation>
    </message>
    <message>
        <source>passport or permit</source>
        <translation>护照或通行证</translation>
    </message>
    <message>
        <source>bank card</source>
        <translation>银行卡</translation>
    </message>
    <message>
        <source>last digits of a card</source>
        <translation>卡号尾数</translation>
    </message>
    <message>
        <source>IBAN</source>
        <translation>国际银行账号</translation>
    </message>
    <message>
        <source>account</source>
        <translation>账号</translation>
    </message>
    <message>
        <source>credit code</source>
        <translation>统一社会信用代码</translation>
    </message>
    <message>
        <source>number plate</source>
        <translation>车牌号</translation>
    </message>
    <message>
        <source>network address</source>
        <translation>网络地址</translation>
    </message>
    <message>
        <source>wallet</source>
        <translation>钱包地址</translation>
    </message>
    <message>
        <source>recovery words</source>
        <translation>助记词</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>one-time code</source>
        <translation>验证码</translation>
    </message>
    <message>
        <source>key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>date of birth</source>
        <translation>出生日期</translation>
    </message>
    <message>
        <source>coordinates</source>
        <translation>坐标</translation>
    </message>
    <message>
        <source>postcode</source>
        <translation>邮编</translation>
    </message>
    <message>
        <source>your own list</source>
        <translation>你的列表</translation>
    </message>
    <message>
        <source>looks like a stand-in</source>
        <translation>形似代号的文字</translation>
    </message>
    <message>
        <source>Under way</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>已回答</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Refused by the rules, not sent</source>
        <translation>按规则拒绝，未发送</translation>
    </message>
    <message>
        <source>Something went wrong inside Keepsake.</source>
        <translation>忆匣内部出了错。</translation>
    </message>
    <message>
        <source>What was saved before is still there.</source>
        <translation>之前保存的内容都还在。</translation>
    </message>
    <message>
        <source>Try again; if it happens again, restart Keepsake.</source>
        <translation>请再试一次；如果再次发生，请重新启动忆匣。</translation>
    </message>
    <message>
        <source>“Repair…” in the unlock window says what helps, and does it.</source>
        <translation>解锁窗口里的“修复…”会说明怎么办，并替你办好。</translation>
    </message>
    <message>
        <source>Check the folder, or create a new vault there.</source>
        <translation>检查文件夹，或在那里新建保险库。</translation>
    </message>
</context>
</TS>
