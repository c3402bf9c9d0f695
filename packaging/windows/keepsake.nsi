; The installer for Windows, for one user and without administrator rights. Not yet run on Windows: see docs/INSTALL.md.
; makensis -DVERSION=... -DPROGRAM=folder with keepsake.exe -DICON=keepsake.ico -DOUTPUT=file.exe packaging/windows/keepsake.nsi
Unicode true
SetCompressor /SOLID lzma
!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"

!ifndef VERSION
  !error "VERSION is not given"
!endif
!ifndef PROGRAM
  !error "PROGRAM is not given"
!endif

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Keepsake"
!define CLASS "Software\Classes\Keepsake.Backup"

Name "Keepsake"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Keepsake"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
RequestExecutionLevel user
ShowInstDetails nevershow
BrandingText "Keepsake ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Keepsake"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installer of Keepsake"
VIAddVersionKey "LegalCopyright" "2026 the Keepsake authors, Apache-2.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\keepsake-window.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString KindOfFile ${LANG_ENGLISH} "Keepsake backup"
LangString KindOfFile ${LANG_SIMPCHINESE} "忆匣备份"
LangString IsRunning ${LANG_ENGLISH} "Keepsake is running. Close it, then try again."
LangString IsRunning ${LANG_SIMPCHINESE} "忆匣正在运行。请先关闭它，然后重试。"
LangString VaultsStay ${LANG_ENGLISH} "Your vaults are not removed."
LangString VaultsStay ${LANG_SIMPCHINESE} "你的保险库不会被移除。"

; The executable of a running program cannot be opened for writing; renaming it would go through.
!macro RefuseWhileRunning EXECUTABLE
  ${If} ${FileExists} "$INSTDIR\${EXECUTABLE}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${EXECUTABLE}" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "$(IsRunning)" /SD IDOK
      Abort
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Function .onInit
  !insertmacro MUI_LANGDLL_DISPLAY
FunctionEnd

Section "Keepsake"
  !insertmacro RefuseWhileRunning keepsake.exe
  !insertmacro RefuseWhileRunning keepsake-window.exe
  ; An older version's files that the new one does not have must go.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Keepsake.lnk" "$INSTDIR\keepsake-window.exe"

  WriteRegStr HKCU "Software\Classes\.keepsake-backup" "" "Keepsake.Backup"
  WriteRegStr HKCU "${CLASS}" "" "$(KindOfFile)"
  WriteRegStr HKCU "${CLASS}\DefaultIcon" "" "$INSTDIR\keepsake-window.exe,0"
  WriteRegStr HKCU "${CLASS}\shell\open\command" "" '"$INSTDIR\keepsake-window.exe" "%1"'

  WriteRegStr HKCU "${KEY}" "DisplayName" "Keepsake"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "Publisher" "The Keepsake authors"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\keepsake-window.exe"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" "$0"
SectionEnd

Section "Uninstall"
  !insertmacro RefuseWhileRunning keepsake.exe
  !insertmacro RefuseWhileRunning keepsake-window.exe
  DetailPrint "$(VaultsStay)"
  Delete "$SMPROGRAMS\Keepsake.lnk"
  DeleteRegKey HKCU "${CLASS}"
  DeleteRegKey HKCU "Software\Classes\.keepsake-backup"
  DeleteRegKey HKCU "${KEY}"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\keepsake.exe"
  Delete "$INSTDIR\keepsake-window.exe"
  Delete "$INSTDIR\NOTICE"
  Delete "$INSTDIR\uninstall.exe"
  ; Only where nothing else was put there.
  RMDir "$INSTDIR"
SectionEnd
