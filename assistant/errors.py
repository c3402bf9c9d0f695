"""The errors of a conversation turn and of endpoints; the root and the vault's tree are in `vault.errors`.

AssistantError
├── EndpointError                   anything between this machine and an endpoint
│   ├── EndpointUnknown             user   no endpoint of that name or kind
│   ├── EndpointAddressInvalid      user   the URL cannot be used
│   ├── EndpointExtraMissing        user   a model file needs the extra `local`
│   ├── EndpointFileMissing         user   the model file is not there
│   ├── EndpointFileUnusable        user   the file is no GGUF model
│   ├── EndpointModelFailed         world  the model file cannot be loaded
│   ├── EndpointHeaderInvalid       user   the key or a header cannot be sent
│   ├── EndpointUnreachable         world  no address, refused, or no route
│   ├── EndpointProxyFailed         world  the endpoint's proxy cannot be used
│   ├── EndpointTlsFailed           world  the certificate or handshake was refused
│   │   ├── EndpointTlsUnknownAuthority, EndpointTlsExpired, EndpointTlsWrongName, EndpointTlsPlain,
│   │   │   EndpointCaUnreadable
│   ├── EndpointTimedOut            world  `details["phase"]` is connect, first_token or idle
│   │   ├── EndpointConnectLate, EndpointFirstTokenLate, EndpointSilent
│   ├── EndpointUnauthorized        user   401
│   ├── EndpointForbidden           user   403
│   ├── EndpointOutOfCredit         user   402, or a quota that is used up
│   ├── EndpointPathMissing         user   404: wrong path
│   ├── EndpointModelMissing        user   the server does not have this model
│   ├── EndpointRejected            world  another 4xx; `details["parameter"]` where one was named
│   │   └── ToolsRefused            world  the model or its server knows no tools
│   ├── ContextTooLong              world  the request does not fit the model
│   ├── EndpointLimited             world  429; `details["retry_after_s"]`
│   ├── EndpointBroken              world  5xx; `details["retry_after_s"]`
│   │   └── EndpointOverloaded      world  busy, or still loading its model
│   ├── EndpointDropped             world  the connection ended in mid-reply
│   ├── EndpointStreamFailed        world  an error inside a stream that began well
│   │   └── EndpointOverloadedMidway  world
│   └── EndpointUnreadable          world  what came back is no chat completion
├── SendRefused                     user   the gate's rules said no; `details["reason"]`
│   ├── AirGapped                   user   air-gap mode is on and this leads off the machine
│   ├── NotShown                    user   the rules want it shown first, and nobody can be shown it here
│   └── SendCancelled               user   it was shown, and the user did not send it
├── DocumentRefused                 user   a file that is not kept as a document; each reason has its class
├── ToolServerRefused               user   a server of tools that cannot be added
└── TurnRefused                     user   an empty message, or a conversation that is not there
"""

from __future__ import annotations

from typing import ClassVar

from vault.errors import Audience, KeepsakeError


class AssistantError(KeepsakeError):
    """Root of the errors of a turn."""

    code = "assistant_failed"
    default_kept = "Your message is kept."


class EndpointError(AssistantError):
    """Root of what can go wrong between this machine and an endpoint.

    `server_text` holds the server's own words, which may quote the request: for the vault and the window,
    never for a log.
    """

    code = "endpoint_failed"
    server_text: str = ""
    audience: ClassVar[Audience] = "world"
    default_message = "The endpoint could not answer."
    default_next = "Try again, or choose another endpoint."


class EndpointUnknown(EndpointError):
    code = "endpoint_unknown"
    audience = "user"
    default_message = "There is no endpoint of that name or kind."
    default_next = "List the endpoints, or add one."


class EndpointAddressInvalid(EndpointError):
    code = "endpoint_address_invalid"
    audience = "user"
    default_message = "The address of the endpoint cannot be used."
    default_next = "Give an address that begins with http:// or https://."


class EndpointExtraMissing(EndpointError):
    code = "endpoint_extra_missing"
    audience = "user"
    default_message = "Running a model file needs llama.cpp, which the installers do not carry."
    default_next = (
        "Run the model in a server on this machine, such as Ollama. Where Keepsake runs from its sources, "
        ".venv/bin/pip install xllamacpp adds what is missing."
    )


class EndpointFileMissing(EndpointError):
    code = "endpoint_file_missing"
    audience = "user"
    default_message = "The model file is not there or cannot be read."
    default_next = "Choose the file again in the endpoint's settings."


class EndpointFileUnusable(EndpointError):
    code = "endpoint_file_unusable"
    audience = "user"
    default_message = "The file is no model in the GGUF format."
    default_next = "Choose a file that ends in .gguf."


class EndpointModelFailed(EndpointError):
    code = "endpoint_model_failed"
    default_message = "The model file could not be loaded."
    default_next = "Check that the file is complete and that there is enough memory for it."


class EndpointHeaderInvalid(EndpointError):
    code = "endpoint_header_invalid"
    audience = "user"
    default_message = "The endpoint's key or one of its headers has characters that cannot be sent."
    default_next = "Paste the key again, without line breaks and full-width characters."


class EndpointUnreachable(EndpointError):
    code = "endpoint_unreachable"
    default_message = "The endpoint cannot be reached."
    default_next = "Check that the server runs and that the address and port are right."


class EndpointTlsFailed(EndpointError):
    code = "endpoint_tls_failed"
    default_message = "The endpoint's certificate was refused."
    default_next = "Check the address; for a private certificate authority, set its file on the endpoint."


class EndpointTimedOut(EndpointError):
    code = "endpoint_timed_out"
    default_message = "The endpoint took too long."
    default_next = "Try again, or raise the endpoint's time limits."


class EndpointProxyFailed(EndpointError):
    code = "endpoint_proxy_failed"
    default_message = "The endpoint's proxy cannot be reached or refused the request."
    default_next = "Check the proxy in the endpoint's settings, or remove it."


class EndpointTlsUnknownAuthority(EndpointTlsFailed):
    code = "endpoint_tls_unknown_authority"
    default_message = "The endpoint's certificate comes from an authority that this machine does not know."
    default_next = (
        "Check the address. If the authority is your own, set its certificate file (PEM) on the endpoint."
    )


class EndpointTlsExpired(EndpointTlsFailed):
    code = "endpoint_tls_expired"
    default_message = "The endpoint's certificate has expired, or this machine's clock is wrong."
    default_next = "Check the clock; the certificate can only be renewed by whoever runs the server."


class EndpointTlsWrongName(EndpointTlsFailed):
    code = "endpoint_tls_wrong_name"
    default_message = "The endpoint's certificate is for another name than this address."
    default_next = "Use the name that the certificate was made for."


class EndpointTlsPlain(EndpointTlsFailed):
    code = "endpoint_tls_plain"
    default_message = "The endpoint does not speak https at this port."
    default_next = "If it is on this machine or your own network, begin the address with http://."


class EndpointCaUnreadable(EndpointTlsFailed):
    code = "endpoint_ca_unreadable"
    default_message = "The endpoint's certificate file cannot be read."
    default_next = "Choose the file again: the certificate of the authority in PEM form."


class EndpointConnectLate(EndpointTimedOut):
    code = "endpoint_connect_late"
    default_message = "No connection to the endpoint within its time limit."
    default_next = "Check that it runs and can be reached, or raise its limit for connecting."


class EndpointFirstTokenLate(EndpointTimedOut):
    code = "endpoint_first_token_late"
    default_message = "The endpoint did not begin to answer within its time limit."
    default_next = "A large model may still be loading: try again, or raise the limit for the first word."


class EndpointSilent(EndpointTimedOut):
    code = "endpoint_silent"
    default_message = "The endpoint fell silent in the middle of the reply."
    default_kept = "Your message and the part of the reply that arrived are kept."
    default_next = "Try again, or raise its limit for pauses."


class EndpointUnauthorized(EndpointError):
    code = "endpoint_unauthorized"
    audience = "user"
    default_message = "The endpoint did not accept the key (401)."
    default_next = "Check the endpoint's key."


class EndpointForbidden(EndpointError):
    code = "endpoint_forbidden"
    audience = "user"
    default_message = "The endpoint forbids this request (403)."
    default_next = "Check what the key may do, and the server's list of allowed origins."


class EndpointPathMissing(EndpointError):
    code = "endpoint_path_missing"
    audience = "user"
    default_message = "The endpoint does not know this path or model (404)."
    default_next = "Check the address, the kind of endpoint and the name of the model."


class EndpointModelMissing(EndpointError):
    code = "endpoint_model_missing"
    audience = "user"
    default_message = "The endpoint does not have this model."
    default_next = "Choose a model from its list, or get this one there first."


class EndpointOutOfCredit(EndpointError):
    code = "endpoint_out_of_credit"
    audience = "user"
    default_message = "The account behind the endpoint's key has no credit or quota left."
    default_next = "Look at the account, or choose another endpoint."


class EndpointRejected(EndpointError):
    code = "endpoint_rejected"
    default_message = "The endpoint rejected the request."
    default_next = "Check the endpoint's model and options."


class ToolsRefused(EndpointRejected):
    """Nothing was answered; the request may be sent again without tools."""

    code = "endpoint_tools_refused"
    default_message = "The endpoint's model cannot call tools."
    default_next = "Choose a model that can, or switch tools off for this endpoint."


class ContextTooLong(EndpointError):
    code = "context_too_long"
    default_message = "The request does not fit into the model's context."
    default_next = "Set a smaller context size on the endpoint, or start a new conversation."


class EndpointLimited(EndpointError):
    code = "endpoint_limited"
    default_message = "The endpoint asks to wait (429)."
    default_next = "Try again after the time it named."


class EndpointBroken(EndpointError):
    code = "endpoint_broken"
    default_message = "The endpoint has an error of its own (5xx)."
    default_next = "Try again later."


class EndpointOverloaded(EndpointBroken):
    code = "endpoint_overloaded"
    default_message = "The endpoint is overloaded or still loading its model."
    default_next = "Try again in a minute, or choose another endpoint."


class EndpointDropped(EndpointError):
    code = "endpoint_dropped"
    default_message = "The connection ended in the middle of the reply."
    default_kept = "Your message and the part of the reply that arrived are kept."
    default_next = "Ask again if you need the rest."


class EndpointStreamFailed(EndpointError):
    code = "endpoint_stream_failed"
    default_message = "The endpoint reported an error in the middle of the reply."
    default_kept = "Your message and the part of the reply that arrived are kept."
    default_next = "Try again, or choose another endpoint."


class EndpointOverloadedMidway(EndpointStreamFailed):
    code = "endpoint_overloaded_midway"
    default_message = "The endpoint became overloaded in the middle of the reply."
    default_next = "Try again in a minute, or choose another endpoint."


class EndpointUnreadable(EndpointError):
    code = "endpoint_unreadable"
    default_message = "What the endpoint sent is not a chat completion."
    default_next = "Check the address: it may be a web page and not the interface."


class SendRefused(AssistantError):
    """The gate did not send; `details["reason"]` is a stable word such as `redirect` or `air_gap`."""

    code = "send_refused"
    audience = "user"
    default_message = "The rules for this endpoint did not allow the request, so nothing was sent."
    default_next = "Look at the endpoint's rules, or use one on this machine."


class AirGapped(SendRefused):
    """Air-gap mode is on, and the endpoint is not on this machine. Nothing was looked up or sent."""

    code = "air_gapped"
    default_message = "Air-gap mode is on: only endpoints on this machine are reached, so nothing was sent."
    default_next = "Use an endpoint on this machine or recall only, or switch air-gap mode off."


class NotShown(SendRefused):
    code = "not_shown"
    default_message = (
        "The rules for this endpoint want the request shown before it is sent; here it cannot be shown."
    )
    default_next = "Ask in the window or in `keepsake chat`, or change the endpoint's rules."


class SendCancelled(SendRefused):
    code = "send_cancelled"
    default_message = "You did not send this request, so nothing left this machine."
    default_next = "Send the message again, or choose another endpoint."


class ToolServerRefused(AssistantError):
    """A server of tools cannot be added or changed so; `details["reason"]` is name, taken, form, quotes,
    not_loopback, many or unknown.
    """

    code = "tool_server_refused"
    audience = "user"
    default_message = "This server of tools cannot be used so."
    default_kept = "Nothing was changed."
    default_next = "Give a plain name and either a command or an http address on this machine."


class AttachmentRefused(AssistantError):
    """A file cannot be put beside a message; each way has its own class."""

    code = "attachment_refused"
    audience = "user"
    default_message = "The file cannot be attached."
    default_kept = "Nothing was attached."
    default_next = "Choose another file."


class AttachmentUnreadable(AttachmentRefused):
    code = "attachment_unreadable"
    default_message = "The file cannot be read."
    default_next = "Check that it is there and that you may read it."


class AttachmentTooLarge(AttachmentRefused):
    code = "attachment_too_large"
    default_message = "The file is larger than 2 MB."
    default_next = "Attach the part that matters."


class AttachmentEmpty(AttachmentRefused):
    code = "attachment_empty"
    default_message = "There is no text in the file."
    default_next = "Choose another file."


class AttachmentIsDocument(AttachmentRefused):
    code = "attachment_document"
    default_message = "PDF, Word and similar documents are not put beside a message."
    default_next = (
        "Add it to the documents, where every conversation finds it, or copy the text into the message."
    )


class AttachmentIsBinary(AttachmentRefused):
    code = "attachment_binary"
    default_message = "The file holds no text."
    default_next = "Attach text, Markdown, a CSV table, code or JSON."


class AttachmentEncodingUnknown(AttachmentRefused):
    code = "attachment_encoding"
    default_message = "The encoding of the file cannot be told."
    default_next = "Save it as UTF-8 and attach it again."


class AttachmentsTooMany(AttachmentRefused):
    code = "attachment_many"
    default_message = "More than 8 files are beside the message."
    default_next = "Remove some of them."


class DocumentRefused(AssistantError):
    """A file is not kept as a document; each way has its own class."""

    code = "document_refused"
    audience = "user"
    default_message = "The file cannot be kept as a document."
    default_kept = "Nothing was added; the file is as it was."
    default_next = "Choose another file."


class DocumentUnreadable(DocumentRefused):
    code = "document_unreadable"
    default_message = "The file cannot be read."
    default_next = "Check that it is there and that you may read it."


class DocumentTooLarge(DocumentRefused):
    code = "document_too_large"
    default_message = "The file is too large: 64 MB, 3,000 pages or 4 million characters are the limit."
    default_next = "Split it and add the parts that matter."


class DocumentKindUnknown(DocumentRefused):
    code = "document_kind"
    default_message = "This kind of file is not read: text, Markdown, HTML, Word (.docx) and PDF are."
    default_next = "Save it as one of these and add it again."


class DocumentOldWord(DocumentRefused):
    code = "document_old_word"
    default_message = "This is an older Office file, such as .doc."
    default_next = "Open it in Word or LibreOffice, save it as .docx or PDF, and add that."


class DocumentLocked(DocumentRefused):
    code = "document_locked"
    default_message = "The file opens only with a password."
    default_next = "Save a copy without the password, add it, and delete the copy."


class DocumentDamaged(DocumentRefused):
    code = "document_damaged"
    default_message = "The file is damaged: its text cannot be read to the end."
    default_next = "Open it in its own program and save it anew."


class DocumentHasNoText(DocumentRefused):
    code = "document_no_text"
    default_message = "There is no text in the file; pages of a scan are pictures."
    default_next = "Run text recognition (OCR) over it and add what comes out."


class DocumentNotText(DocumentRefused):
    code = "document_not_text"
    default_message = "The file holds no text that can be read."
    default_next = "Add text, Markdown, HTML, Word (.docx) or PDF."


class DocumentEncodingUnknown(DocumentRefused):
    code = "document_encoding"
    default_message = "The encoding of the file cannot be told."
    default_next = "Save it as UTF-8 and add it again."


class TurnRefused(AssistantError):
    code = "turn_refused"
    audience = "user"
    default_message = "There is nothing to answer."
    default_kept = "Nothing was changed."
    default_next = "Write a message."
