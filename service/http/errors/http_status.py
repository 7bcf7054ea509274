"""Texts of HTTP statuses, and their problem documents (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import TypedDict

from service.http.texts.reasons import localize
from service.rules.errors import Bilingual

TITLES_ZH: Mapping[int, str] = MappingProxyType(
    {
        400: "请求无法读取",
        401: "需要密钥",
        403: "禁止访问",
        404: "没有这个地址",
        405: "这个地址不支持这种方法",
        406: "无法按所要的格式回答",
        408: "请求超时",
        411: "缺少长度",
        413: "请求体过大",
        414: "网址过长",
        415: "请求体格式不对",
        417: "无法满足期望",
        429: "请求过于频繁",
        431: "请求头过大",
        500: "服务器内部错误",
        501: "不支持这种传输方式",
        503: "服务器繁忙",
    }
)
"""Titles in Chinese; the English titles are the reason phrases of HTTP."""

DETAILS: Mapping[int, Bilingual] = MappingProxyType(
    {
        400: Bilingual(
            "the request is not valid HTTP, or its body is not valid JSON",
            "请求不合 `HTTP` 规范，或请求体不是有效的 `JSON`",
        ),
        401: Bilingual(
            "send one of the server's keys: Authorization: Bearer <key>",
            "请附上本服务的密钥：`Authorization: Bearer <key>`",
        ),
        403: Bilingual("this is not allowed here", "这里不允许这样请求"),
        404: Bilingual(
            "nothing is served under this path; see /openapi.yaml", "这个地址没有内容；接口见 `/openapi.yaml`"
        ),
        405: Bilingual("the header Allow names the methods of this path", "这个地址支持的方法见响应头 `Allow`"),
        406: Bilingual("answers are application/json", "回答的格式是 `application/json`"),
        408: Bilingual("the request took too long to arrive", "请求迟迟没有发完"),
        411: Bilingual("send the length of the body in Content-Length", "请在 `Content-Length` 里写明请求体长度"),
        413: Bilingual("the body is too large; split it into several requests", "请求体过大；请分成几次请求"),
        414: Bilingual("the URL is too long; use POST", "网址过长；请改用 `POST` 发送"),
        415: Bilingual(
            "send JSON, not compressed, with the header Content-Type: application/json "
            "(curl: -H 'Content-Type: application/json')",
            "请求体要写成不压缩的 `JSON`，并带请求头 `Content-Type: application/json`"
            "（`curl` 加 `-H 'Content-Type: application/json'`）",
        ),
        417: Bilingual("remove the header Expect", "请去掉请求头 `Expect`"),
        429: Bilingual("retry after the seconds given in Retry-After", "请等 `Retry-After` 所写的秒数后再试"),
        431: Bilingual("send fewer or smaller headers", "请减少或缩短请求头"),
        500: Bilingual(
            "an internal error; it was logged under this request id", "这是我们的错误，已按这个请求编号记录"
        ),
        501: Bilingual("send the whole body without a transfer coding", "请整个发送请求体，不要用传输编码"),
        503: Bilingual("the server is busy; retry shortly", "服务器正忙，请稍后再试"),
    }
)
"""Default details by status."""


def title_of(status: int) -> Bilingual:
    return Bilingual(HTTPStatus(status).phrase, TITLES_ZH.get(status, "请求未能完成"))


def clean(text: str) -> str:
    """Return *text* without lone surrogates, which JSON cannot represent."""
    return text.encode("utf-8", "backslashreplace").decode()[:500]


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    request_id: str


def status_problem(status: int, detail: Bilingual | None, lang: str, request_id: str) -> Problem:
    """Return the problem document of an HTTP status."""
    title = title_of(status)
    return {
        "type": "about:blank",
        "title": localize(title, lang),
        "status": status,
        "detail": clean(localize(detail or DETAILS.get(status, title), lang)),
        "request_id": request_id,
    }
