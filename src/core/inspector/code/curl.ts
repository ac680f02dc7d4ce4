import { type CodeRequest, isStreamed, type SecretHeader } from './code-request.ts'
import { type CodeFormField, jsonStyle, writeLiteral } from './literal.ts'

/** Linux takes at most 128 KiB in one argument; a longer body goes through standard input. */
const MAX_ARGUMENT_LENGTH = 100_000

/** A request as a curl command for bash and other POSIX shells; secrets come from environment variables. */
export function curlCode(request: CodeRequest): string {
  const { method, baseUrl, path, body, form, files, secrets, notes, walletNotes, answerFile } =
    request
  const options = [
    // Without it curl takes brackets in an address for a pattern.
    ...(/[[\]{}]/.test(path) ? ['--globoff'] : []),
    ...(isStreamed(request) ? ['--no-buffer'] : []),
    ...(method === (body === undefined && form === undefined ? 'GET' : 'POST')
      ? []
      : [`--request ${shellQuoted(method)}`]),
    ...secrets.map(secretOption),
    ...request.headers.map(([name, value]) => `--header ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["--header 'Content-Type: application/json'"]),
    ...(form ?? []).map(formOption),
    ...(answerFile === undefined ? [] : [`--output ${answerFile}`]),
  ]
  const comments = [...walletNotes, ...notes].map((note) => `# ${note}\n`).join('')
  const start = `${comments}curl ${shellQuoted(baseUrl + path)}`
  if (body === undefined) return `${[start, ...options].join(' \\\n  ')}\n`

  const plain = jsonStyle(
    (quoted) => quoted,
    () => '',
  )
  const json = files.size === 0 ? writeLiteral(body, plain, files) : ''
  if (files.size === 0 && json.length <= MAX_ARGUMENT_LENGTH)
    return `${[start, ...options, `--data ${shellQuoted(json)}`].join(' \\\n  ')}\n`

  const expanded = jsonStyle(
    hereDocumentText,
    ({ prefix, fileName }) => `"${prefix}$(base64 < ${fileName} | tr -d '\\n')"`,
  )
  const command = [start, ...options, '--data-binary @- <<BODY'].join(' \\\n  ')
  return `${command}\n${writeLiteral(body, expanded, files)}\nBODY\n`
}

/** A header from the environment. A few names have characters that the shell would act on. */
export function secretOption({ name, prefix, variable }: SecretHeader): string {
  return /^[\w.-]+$/.test(name)
    ? `--header "${name}: ${prefix}$${variable}"`
    : `--header ${shellQuoted(`${name}: ${prefix}`)}"$${variable}"`
}

/** A field of a form. `--form-string` takes a text as it is, where `--form` gives `@`, `<` and `;` a meaning. */
function formOption(field: CodeFormField): string {
  if ('text' in field) return `--form-string ${shellQuoted(`${field.name}=${field.text}`)}`
  const { name, fileName, mediaType } = field
  return `--form ${shellQuoted(`${name}=@${fileName};type=${mediaType}`)}`
}

/** Text in single quotes, in which a POSIX shell expands nothing. */
export function shellQuoted(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Text in a here-document with an unquoted delimiter, in which `$`, backtick and backslash are active. */
function hereDocumentText(text: string): string {
  return text.replace(/[\\$`]/g, String.raw`\$&`)
}
