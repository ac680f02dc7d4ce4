/** An MCP server of this computer: a program that speaks on its standard input and output. */
export interface BridgedServer {
  /** Its place below `/local/mcp/`. */
  name: string
  command: string
  args: readonly string[]
  /** All of its environment. */
  env: Readonly<Record<string, string>>
}

type Environment = Readonly<Record<string, string | undefined>>

/** What every program needs to run; nothing else is passed on unasked, as it may be secret. */
const PASSED_ON = ['PATH', 'HOME', 'LANG']
/** What programs on Windows need besides. */
const PASSED_ON_WINDOWS = [
  'SystemRoot',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'TEMP',
]

const NAME = '[a-z][a-z0-9-]{0,31}'

/**
 * Reads the servers of `--mcp NAME=COMMAND` and the variables of `--mcp-env NAME=VARIABLE`.
 * @throws an error with a sentence for people
 */
export function readBridgedServers(
  texts: readonly string[],
  variables: readonly string[],
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): BridgedServer[] {
  const passedOn = platform === 'win32' ? [...PASSED_ON, ...PASSED_ON_WINDOWS] : PASSED_ON
  const servers = texts.map((text) => {
    const [, name = '', line = ''] = new RegExp(`^(${NAME})=(.*)$`, 's').exec(text) ?? []
    if (name === '')
      throw new Error(
        '--mcp must be NAME=COMMAND, such as files="npx -y @modelcontextprotocol/server-filesystem /tmp".',
      )
    const [command, ...args] = splitCommand(line) ?? []
    if (command === undefined || command === '')
      throw new Error(`--mcp ${name} needs a command, with every quote closed.`)
    return { name, command, args, env: chosen(passedOn, env) }
  })
  const names = servers.map(({ name }) => name)
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw new Error(`--mcp has the name ${repeated} twice.`)
  for (const text of variables) {
    const [, name, variable = ''] = new RegExp(`^(${NAME})=(\\w+)$`).exec(text) ?? []
    const server = servers.find((one) => one.name === name)
    if (server === undefined)
      throw new Error('--mcp-env must be NAME=VARIABLE, with the name of an --mcp server.')
    if (env[variable] === undefined)
      throw new Error(`--mcp-env ${name}: the variable ${variable} is not set.`)
    server.env = { ...server.env, ...chosen([variable], env) }
  }
  return servers
}

function chosen(names: readonly string[], env: Environment): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/**
 * The words of a command line: separated by blanks, except inside quotes. Outside single quotes, a backslash
 * before a quote, a blank or a backslash makes that an ordinary character. Nothing else is special: no
 * variables, no patterns, no pipes. Undefined when a quote is left open.
 */
export function splitCommand(text: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    const next = text.charAt(at + 1)
    if (char === '\\' && quote !== "'" && /^["'\\\s]$/.test(next)) {
      word = `${word ?? ''}${next}`
      at += 1
    } else if (quote !== '') {
      if (char === quote) quote = ''
      else word = `${word ?? ''}${char}`
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = `${word ?? ''}${char}`
  }
  if (quote !== '') return undefined
  return word === undefined ? words : [...words, word]
}
