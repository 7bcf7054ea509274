"""Code samples of the contract (`x-codeSamples`): a request by the standard HTTP library of each language.

The body is that of the operation's first recorded example, so a sample prints the answer that the contract shows.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from typing import Any

Json = dict[str, Any]

SERVER = "http://127.0.0.1:8000"
SAMPLED = ("analyze", "move", "game")
"""Operations with samples."""


def compact(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False)


def literal(body: Json) -> str:
    """Return a body as a text literal in double quotes, as in C."""
    return json.dumps(compact(body), ensure_ascii=False)


def shell(url: str, body: Json) -> str:
    return f"curl {url} -H 'Content-Type: application/json' -d {shlex.quote(compact(body))}\n"


def python(url: str, body: Json) -> str:
    name = url.rpartition("/")[2]
    fields = ", ".join(f"{key}={value!r}" for key, value in body.items())
    return f"from paili import Client\n\nclient = Client({SERVER!r})\nprint(client.{name}({fields}))\n".replace(
        "'", '"'
    )


def typescript(url: str, body: Json) -> str:
    return f"""const answer = await fetch("{url}", {{
  method: "POST",
  headers: {{ "Content-Type": "application/json" }},
  body: JSON.stringify({compact(body)}),
}});
console.log(JSON.stringify(await answer.json()));
"""


def go(url: str, body: Json) -> str:
    return f"""package main

import (
    "fmt"
    "io"
    "net/http"
    "strings"
)

func main() {{
    body := strings.NewReader({literal(body)})
    answer, err := http.Post("{url}", "application/json", body)
    if err != nil {{
        panic(err)
    }}
    defer answer.Body.Close()
    text, _ := io.ReadAll(answer.Body)
    fmt.Println(answer.StatusCode, string(text))
}}
"""


def java(url: str, body: Json) -> str:
    return f"""import java.net.URI;
import java.net.http.*;

class Ask {{
  public static void main(String[] arguments) throws Exception {{
    var body = HttpRequest.BodyPublishers.ofString({literal(body)});
    var request = HttpRequest.newBuilder(URI.create("{url}")).header("Content-Type", "application/json").POST(body);
    var answer = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }}
}}
"""


def kotlin(url: str, body: Json) -> str:
    return f"""import java.net.URI
import java.net.http.*

fun main() {{
    val body = HttpRequest.BodyPublishers.ofString({literal(body)})
    val request = HttpRequest.newBuilder(URI("{url}")).header("Content-Type", "application/json").POST(body).build()
    val answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())
    println("${{answer.statusCode()}} ${{answer.body()}}")
}}
"""


def csharp(url: str, body: Json) -> str:
    return f"""using System;
using System.Net.Http;
using System.Text;

class Ask {{
    static void Main() {{
        var body = new StringContent({literal(body)}, Encoding.UTF8, "application/json");
        var answer = new HttpClient().PostAsync("{url}", body).Result;
        Console.WriteLine((int) answer.StatusCode + " " + answer.Content.ReadAsStringAsync().Result);
    }}
}}
"""


def swift(url: str, body: Json) -> str:
    return f"""import Foundation

var request = URLRequest(url: URL(string: "{url}")!)
request.httpMethod = "POST"
request.setValue("application/json", forHTTPHeaderField: "Content-Type")
request.httpBody = Data({literal(body)}.utf8)
let (data, _) = try await URLSession.shared.data(for: request)
print(String(decoding: data, as: UTF8.self))
"""


def dart(url: str, body: Json) -> str:
    return f"""import 'package:http/http.dart' as http;

Future<void> main() async {{
  const headers = {{'Content-Type': 'application/json'}};
  final answer = await http.post(Uri.parse('{url}'), headers: headers, body: {literal(body)});
  print('${{answer.statusCode}} ${{answer.body}}');
}}
"""


SAMPLES: Mapping[str, Callable[[str, Json], str]] = {
    "Shell": shell, "Python": python, "TypeScript": typescript, "Go": go, "Java": java, "Kotlin": kotlin, "C#": csharp,
    "Swift": swift, "Dart": dart,
}  # fmt: skip
"""Sample of each language, from an address and a body."""


def samples_of(path: str, body: Json) -> list[Json]:
    """Return the samples of an operation in all languages."""
    return [{"lang": language, "source": written(SERVER + path, body)} for language, written in SAMPLES.items()]
