<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
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
        <source>Search conversations</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话列表</translation>
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
        <source>Stop the reply</source>
        <translation>停止回复</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Endpoint that answers</source>
        <translation>由哪个端点回答</translation>
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
        <source>Open the source: {quote}</source>
        <translation>打开来源：{quote}</translation>
    </message>
    <message>
        <source>The source does not clearly support this sentence: {quote}</source>
        <translation>来源不能明确支持这句话：{quote}</translation>
    </message>
    <message>
        <source>Source {mark}: {quote}</source>
        <translation>来源 {mark}：{quote}</translation>
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
        <source>That is not the last group. Compare it with what you wrote down.</source>
        <translation>这不是最后一组。请与你抄下的内容核对。</translation>
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
        <source>about {count} tokens sent</source>
        <translation>发送约 {count} 个词元</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open source {mark}</source>
        <translation>打开来源 {mark}</translation>
    </message>
    <message>
        <source>no longer current</source>
        <translation>已不是现状</translation>
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
</context>
</TS>
