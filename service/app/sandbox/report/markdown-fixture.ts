/** Everything a Markdown renderer supports, for the `/markdown` directive. Always the same. */
export const MARKDOWN_FIXTURE = `# Markdown, all of it

This response is a fixture: it has every construct of CommonMark and of the GitHub extensions. It never
changes, so two renderings can be compared.

## Text

Plain text, *emphasis*, **strong**, ***both***, ~~struck through~~, \`inline code\` and
\`\` code with a \` inside \`\`. A line ends here with two spaces,${'  '}
and here with a backslash,\\
so both break. Escapes: \\*not emphasis\\*, \\# not a heading. Entities: &amp; &lt; &copy; &#x1F680;.

Smart cases: snake_case_word, 2*3*4, **bold**text, "quotes" -- and dashes.

### Links

[A link](https://example.com/ "with a title"), [by reference][spec], an autolink
<https://example.com/path?query=1>, a bare one: https://example.com/bare, and mail <ada@example.com>.

[spec]: https://spec.commonmark.org/ "CommonMark"

![A picture that is not loaded by itself](https://example.com/picture.png "A picture")

#### Fourth level

##### Fifth level

###### Sixth level

Setext heading
--------------

## Lists

- first
- second
  - nested
    - deeper, with \`code\`
  - nested again

  A paragraph inside the second item.
- third

1. one
2. two
   1. two point one
   2. two point two
3. three

7. A list that starts at seven
8. and goes on

- [x] a task that is done
- [ ] a task that is open
- [ ] another, with **strong** text

- a loose item

- another loose item

## Quotes

> A quote.
>
> > A quote in a quote,
> > over two lines.
>
> - with a list
> - of two items

> [!NOTE]
> A quote that is an alert.

## Code

\`\`\`ts
interface Answer {
  content: string
  usage: { total_tokens: number }
}

export async function ask(question: string): Promise<Answer> {
  const response = await fetch(\`\${base}/chat/completions\`, { method: 'POST' })
  return response.json() // 200, we hope
}
\`\`\`

\`\`\`python
from openai import OpenAI

client = OpenAI(base_url="http://127.0.0.1:4310/api/v1")
for chunk in client.chat.completions.create(model="sandbox-chat", messages=[], stream=True):
    print(chunk.choices[0].delta.content or "", end="")
\`\`\`

\`\`\`json
{ "model": "sandbox-chat", "messages": [{ "role": "user", "content": "Hello" }], "stream": true }
\`\`\`

\`\`\`bash
curl "$VENDOR_BASE_URL/models" | jq '.data[].id'
\`\`\`

\`\`\`diff
- temperature: 2
+ temperature: 0.7
\`\`\`

~~~
A fence of tildes without a language, with \`\`\` inside.
~~~

    Indented code,
      with its spaces kept.

## Tables

| Left | Center | Right | Code |
| :--- | :----: | ----: | --- |
| a | b | 1 | \`x\` |
| a longer cell | **strong** | 1,234 | \`a \\| b\` |
| | empty first | 3.14 | [link](https://example.com/) |
| two<br>lines | | 2 | |

## Rules

---

***

## HTML is text

<div onclick="alert(1)">This is <b>not</b> markup.</div>

Inline <u>tags</u> too. <!-- A comment --> But <kbd>Ctrl</kbd>, H<sub>2</sub>O and x<sup>2</sup> are marks.

[A link that must not work](javascript:alert(1))

## Other scripts

日本語のテキスト。**注意：**中文文本。한국어 텍스트. Ελληνικά. Кириллица. नमस्ते. ไทย.

مرحبا بالعالم، هذا نص من اليمين إلى اليسار.

1. واحد
2. اثنان

Emoji: 🎉 👩‍💻 🇪🇺 ❤️. Combining: é, ñ, ȧ̈. A very long word:
Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft.

## Citations and notes

Both citation spellings: water boils at 100 °C [REF]0[/REF], and at less on a mountain ^1,2^.

A footnote[^1].

[^1]: A note stands where it was written.

## Mathematics

Inline $e^{i\\pi} + 1 = 0$ and on its own:

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

End of the fixture.
`
