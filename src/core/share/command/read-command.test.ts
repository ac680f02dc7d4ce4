import { expect, test } from 'vitest'

import { leftOutText } from '../import/import-report.ts'
import { setupFromText } from '../import/setup-from-text.ts'

const url = 'https://api.example.com/v1/chat/completions'
const json = '{"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}]}'

/** The setup that a text becomes, and what the report says. */
function opened(text: string) {
  const reading = setupFromText(text)
  if (!reading.ok) return { message: reading.message }
  return { setup: reading.setup, leftOut: leftOutText(reading) }
}

const chat = (content: string) => ({
  area: 'chat',
  model: 'gpt-4o',
  messages: [{ role: 'user', content }],
})

// postmanlabs/postman-app-support#5182, curlconverter/curlconverter#143
const COPIED_FOR_CMD = String.raw`curl ^"${url}^" ^
  -H ^"accept: application/json^" ^
  -H ^"authorization: Bearer sk-test-000^" ^
  -H ^"content-type: application/json^" ^
  --data-raw ^"^{^\^"model^\^":^\^"gpt-4o^\^",^\^"messages^\^":^[^{^\^"role^\^":^\^"user^\^",^\^"content^\^":^\^"Hi ^& bye^\^"^}^]^}^"`
const COPIED_FOR_CMD_EARLIER = String.raw`curl "${url}" ^
  -H "content-type: application/json" ^
  --data-raw "{^\^"model^\^":^\^"gpt-4o^\^",^\^"messages^\^":^[^{^\^"role^\^":^\^"user^\^",^\^"content^\^":^\^"Hi^\^"^}^]}" ^
  --compressed`
const FOR_CMD = String.raw`curl ${url} ^
  -H "Content-Type: application/json" ^
  -d "{\"model\":\"gpt-4o\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}"`

const KEY_LEFT_OUT = "1 credential was left out: this connection's is used."

test.each([
  ['of Chrome for cmd', COPIED_FOR_CMD, 'Hi & bye', [KEY_LEFT_OUT]],
  [
    'of Chrome for cmd, with the line ends of Windows',
    crlf(COPIED_FOR_CMD),
    'Hi & bye',
    [KEY_LEFT_OUT],
  ],
  ['of an earlier Chrome for cmd', crlf(COPIED_FOR_CMD_EARLIER), 'Hi', []],
  ['as documents write it for cmd', FOR_CMD, 'Hi', []],
  ['behind the prompt of cmd', String.raw`C:\Users\me>${FOR_CMD}`, 'Hi', []],
  ['with doubled quotes', `curl ${url} -d "${json.replaceAll('"', '""')}"`, 'Hi', []],
])('behavior: a command %s is the request that bash would send', (_, text, content, leftOut) => {
  expect(opened(text)).toMatchObject({ setup: chat(content), leftOut })
})

function crlf(text: string): string {
  return text.replaceAll('\n', '\r\n')
}

// MicrosoftDocs/SupportArticles-docs!33, Huachao/vscode-restclient#227
const BACKTICKS = `${url} \`\n  -H "Content-Type: application/json" \`\n  -d '${json}'`

test.each([
  ['curl.exe in PowerShell', `curl.exe ${BACKTICKS}`],
  ['curl in PowerShell', `curl ${BACKTICKS}`],
  [
    'quotes that Windows PowerShell hands on',
    `curl.exe ${url} \`\n -d '${json.replaceAll('"', '\\"')}'`,
  ],
  ['the prompt of PowerShell', `PS C:\\Users\\me> curl.exe ${url} -d '${json}'`],
  ['curl.exe on one line', `curl.exe ${url} -H "Content-Type: application/json" -d '${json}'`],
  // dschaaff/kumomta-k8s-demo!1
  ['blanks behind the backslash', `curl ${url} \\ \n  -H "Accept: b" \\\t\n  -d '${json}'`],
  ['lost backslashes', `curl ${url}\n  -H "Content-Type: application/json"\n\n  -d '${json}'`],
  ['a prompt with a host', `user@host:~$ curl ${url} -d '${json}'`],
  ['a prompt', `$ curl ${url} \\\n> -H 'Accept: b' \\\n> -d '${json}'`],
  ['a quoted mail', `> curl ${url} \\\n> -d '${json}'`],
  ['a shell of today', `❯ curl ${url} -d '${json}'`],
  ['a fence', `\`\`\`bash\ncurl ${url} -d '${json}'\n\`\`\``],
  ['sudo', `sudo curl ${url} -d '${json}'`],
  ['output to a file', `curl ${url} -d '${json}' > out.json 2>&1`],
  ['a pipe', `curl ${url} -d '${json}' | jq .`],
  ['a here-string', `curl ${url} -d @- <<< '${json}'`],
  ['an option behind a here-document', `curl -d @- <<EOF \\\n ${url}\n${json}\nEOF`],
  [
    'Postman',
    `curl --location '${url}' \\\n--header 'Content-Type: application/json' \\\n--data '${json}'`,
  ],
  ['Postman, earlier', `curl --location --request POST '${url}' \\\n--data-raw '${json}'`],
  [
    'Insomnia',
    `curl --request POST \\\n  --url ${url} \\\n  --header 'content-type: application/json' \\\n  --data '${json}'`,
  ],
  ['a base URL in a variable', `curl "$BASE_URL/chat/completions" --json '${json}'`],
  ['a base URL with a version in a variable', `curl \${HOST}/v1/chat/completions --json '${json}'`],
])('behavior: a command with %s is read whole', (_, text) => {
  expect(opened(text)).toMatchObject({ setup: chat('Hi'), leftOut: [] })
})

test.each([
  [
    'a variable before it',
    `OPENAI_API_KEY=sk-test curl ${url} -d '${json}'`,
    ["1 variable (OPENAI_API_KEY) was left out: settings of a shell aren't imported."],
  ],
  [
    'a line that sets one',
    `export OPENAI_API_KEY="sk-test"\ncurl ${url} -H "Authorization: Bearer $OPENAI_API_KEY" -d '${json}'`,
    [
      KEY_LEFT_OUT,
      "1 variable (OPENAI_API_KEY) was left out: settings of a shell aren't imported.",
    ],
  ],
  [
    'words around a fence',
    `Try this:\n\n\`\`\`sh\ncurl ${url} -d '${json}'\n\`\`\`\nDone.`,
    ['2 lines around the request were left out.'],
  ],
  [
    'a value that is elsewhere',
    `curl ${url} --json '{"model":"gpt-4o","user":"'"$NAME"'","messages":[{"role":"user","content":"Hi"}]}'`,
    ["1 value ($NAME) was left out: it isn't part of the command."],
  ],
  [
    'typographic quotes',
    `curl ${url} \\\n  -H “Content-Type: application/json” \\\n  -d ‘${json.replaceAll('"', '”')}’`,
    ['18 typographic quotes were left out: plain ones are in their place.'],
  ],
  [
    'another command behind it',
    `curl ${url} -d '${json}'\ncurl ${url} \\\n  -d 'x'\necho done`,
    [
      '1 further request was left out: only the first of a command is opened.',
      '1 line around the request was left out.',
    ],
  ],
  ['a key in its query', `curl '${url}?key=AIza-secret' --json '${json}'`, [KEY_LEFT_OUT]],
])('behavior: of a command with %s it is said what was left out', (_, text, leftOut) => {
  const found = opened(text)
  expect(found).toMatchObject({ setup: chat('Hi'), leftOut })
  expect(JSON.stringify(found)).not.toMatch(/sk-test|AIza/)
})

// ClericPy/torequests#25
test.each([
  [String.raw`it\'s \u0021 \U0001F600 \041`, "it's ! 😀 !"],
  [String.raw`\x41\\t\\\\`, 'A\t\\'],
  [String.raw`\xc3\xa9 \303\251 \xe9 \ud83d\ude00`, 'é é é 😀'],
  [String.raw`a\\u0041\q`, undefined],
])("behavior: $'%s' is what bash makes of it", (written, content) => {
  const text = `curl ${url} --data-raw $'${json.replace('Hi', () => written)}'`
  if (content === undefined) expect(opened(text)).toMatchObject({ setup: { area: 'explore' } })
  else expect(opened(text)).toMatchObject({ setup: chat(content) })
})

test('behavior: what Chrome and people write for PowerShell is read', () => {
  const body = json.replaceAll('"', '`"').replace('Hi', 'Caf$([char]233)')
  const chrome = `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
$session.UserAgent = "Mozilla/5.0"
$session.Cookies.Add((New-Object System.Net.Cookie("id", "secret", "/", "api.example.com")))
Invoke-WebRequest -UseBasicParsing -Uri "${url}" \`
-Method "POST" \`
-WebSession $session \`
-Headers @{
"accept"="application/json"
  "authorization"="Bearer sk-test"
  "x-team"="red"
} \`
-ContentType "application/json" \`
-Body ([System.Text.Encoding]::UTF8.GetBytes("${body}"))`
  const reading = setupFromText(chrome)
  expect(reading).toMatchObject({ ok: true, setup: chat('Café'), headers: [['x-team', 'red']] })
  expect(reading.ok && leftOutText(reading)[0]).toBe(KEY_LEFT_OUT)
  expect(JSON.stringify(reading)).not.toMatch(/sk-test|secret/)
  expect(
    opened(`irm ${url} -Method Post -Headers @{ 'X-Team' = 'red' } -Body @'\n${json}\n'@`),
  ).toMatchObject({ setup: chat('Hi') })
})

test.each([
  `$body = @{ model = "gpt-4o" } | ConvertTo-Json\nInvoke-RestMethod -Uri "${url}" -Method Post -Body $body`,
  `Invoke-RestMethod -Uri "${url}" -Method Post -Body (@{ model = "gpt-4o" } | ConvertTo-Json)`,
])('behavior: a PowerShell command that computes its values is refused with what to do', (text) => {
  expect(opened(text)).toEqual({ message: expect.stringContaining('Copy as cURL (bash)') })
})

test('behavior: a form of Postman keeps its texts and names its files', () => {
  const text = `curl --location 'https://api.example.com/v1/image/edit' \\
--form 'prompt="make it \\"warm\\"; now"' \\
--form 'model=m;type=text/plain' \\
--form 'image=@"/C:/Users/me/photo.jpg"'`
  expect(opened(text)).toEqual({
    setup: { area: 'image', fields: { prompt: 'make it "warm"; now', model: 'm' } },
    leftOut: ['1 file (/C:/Users/me/photo.jpg) was left out: choose it here.'],
  })
})

test.each([
  ['a byte order mark', `\uFEFF${json}`, []],
  [
    'comments',
    `{ // the model\n"model":"gpt-4o", /* all */ "messages":[{"role":"user","content":"Hi"},],}`,
    ['2 comments were left out: JSON has none.'],
  ],
  [
    'text behind it',
    `${json};\n\nThat is the request.`,
    ['1 line around the request was left out.'],
  ],
  [
    'a fence',
    `The body:\n\`\`\`json\n${json}\n\`\`\``,
    ['1 line around the request was left out.'],
  ],
])('behavior: JSON with %s is read', (_, text, leftOut) => {
  expect(opened(text)).toMatchObject({ setup: chat('Hi'), leftOut })
})

test.each([`${json.slice(0, -1)}, "x": "no end`, `${json.slice(0, -1)} /* no end`])(
  'behavior: JSON that ends early is said to: %s',
  (text) => {
    expect(opened(text)).toMatchObject({
      message: expect.stringContaining('incomplete or invalid'),
    })
  },
)
