"""Files as programs write them, made byte by byte: PDF with and without Chinese, Word with its parts."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
STYLES = (
    f'<w:styles {W}><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="2"><w:name w:val="标题 2"/></w:style></w:styles>'
)


def word(body: str, *, styles: str = STYLES, title: str = "", **parts: str) -> bytes:
    """A .docx with that inside its body; further parts by name, with `__` for `/` and `_xml` left off."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>")
        archive.writestr("word/styles.xml", styles)
        if title:
            dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
            archive.writestr("docProps/core.xml", f"<core {dc}><dc:title>{title}</dc:title></core>")
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", text)
    return made.getvalue()


def para(text: str, style: str = "", before: str = "") -> str:
    chosen = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{chosen}<w:r>{before}<w:t>{text}</w:t></w:r></w:p>"


PAGE_END = "<w:lastRenderedPageBreak/>"


def pdf(pages: Sequence[Sequence[str]], *, title: str = "", password: str = "") -> bytes:
    """A PDF with these lines on its pages. Latin in Helvetica, lines with Chinese in a font that is not embedded.

    Source: ISO 32000-1, 7.5 (structure), 7.6.3 (encryption, revision 2), 9.7.5.2 (predefined CMaps).
    """
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (len(pages), b" ".join(b"%d 0 R" % (6 + 2 * n) for n in range(len(pages)))),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts ["
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe)"
        b" /Ordering (GB1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light"
        b" /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880"
        b" /StemV 93 >> >>] >>",
        b"<< /Title <FEFF%s> >>" % title.encode("utf-16-be").hex().encode(),
    ]
    for number, lines in enumerate(pages):
        content = b"BT 14 TL 50 780 Td " + b" ".join(_line(line) for line in lines) + b" ET"
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /L 3 0 R /Z 4 0 R >> >> >>" % (7 + 2 * number)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    trailer = b"/Root 1 0 R /Info 5 0 R"
    if password:
        owner = hashlib.md5(password.encode(), usedforsecurity=False).digest() * 2
        objects.append(
            b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>"
            % (owner.hex().encode(), owner[::-1].hex().encode())
        )
        trailer += b" /Encrypt %d 0 R /ID [<00> <00>]" % len(objects)
    return _file(objects, trailer)


def _line(line: str) -> bytes:
    if all(ord(char) < 256 for char in line):
        escaped = line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return b"/L 11 Tf (" + escaped.encode("cp1252") + b") Tj T*"
    return b"/Z 11 Tf <" + line.encode("utf-16-be").hex().encode() + b"> Tj T*"


def _file(objects: Sequence[bytes], trailer: bytes) -> bytes:
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d %s >>\nstartxref\n%d\n%%%%EOF"
        % (len(objects) + 1, table, len(objects) + 1, trailer, len(made))
    )
