/** A command in a text that may hold more: a prompt, lines around, a fence. */
export interface FoundCommand {
  /** From the name of the program to the end of the text, without the prompts of its lines. */
  text: string
  shell: 'bash' | 'cmd' | 'PowerShell'
  /** The lines before it, blank ones and comments aside. */
  before: string[]
  /** What is set before the name of the program: `KEY=… curl`. */
  assignments: string[]
}

/** Whether a text begins with a command, perhaps below comments, variables or the opening of a fence. */
export function beginsWithCommand(text: string): boolean {
  for (const line of text.split('\n', MAX_LINES_BEFORE)) {
    if (commandIn(line) !== undefined) return true
    if (line.trim() !== '' && !COMMENT.test(line) && !SETS.test(line) && !FENCE.test(line))
      return false
  }
  return false
}

const MAX_LINES_BEFORE = 100
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/
const COMMENT = /^\s*(?:#|\/\/|::|rem\s)/i
/** Gives a variable its value: `export KEY=…`, `set KEY=…`, `$env:KEY = …`, `KEY=…`. */
export const SETS =
  /^\s*(?:(?:export|setx?|declare)\s+["']?\w+[=\s]|\$[\w:.]{1,100}\s{0,9}=|[A-Za-z_]\w{0,100}=)/

/** Finds the first command of a text that makes a request. */
export function findCommand(text: string): FoundCommand | undefined {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) => commandIn(line) !== undefined)
  const first = commandIn(lines[at] ?? '')
  if (first === undefined) return undefined
  const following = lines.slice(at + 1)
  // The prompt of continued lines stands before each of them.
  const inner = following.filter((line) => line.trim() !== '')
  const hasPrompts = inner.length > 0 && inner.every((line) => /^\s*(?:>{1,2}|More\?) /.test(line))
  const rest = hasPrompts
    ? following.map((line) => line.replace(/^\s*(?:>{1,2}|More\?) /, ''))
    : following
  return {
    text: [first.command, ...rest].join('\n'),
    shell: shellOf(first, rest),
    before: lines.slice(0, at).filter((line) => line.trim() !== '' && !COMMENT.test(line)),
    assignments: first.assignments,
  }
}

interface CommandLine {
  prompt: string
  assignments: string[]
  command: string
}

/** The name of a program and the beginning of what only its arguments begin with. */
const PROGRAM =
  /(?<![\w./\\-])(?:curl(?:\.exe)?(?=\s{1,9}(?:["'“‘^$\-<{]|https?:|[\w.-]+[.:/]|[\\`^]?\s*$))|(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)(?=\s{1,9}(?:["'$\-(@`]|https?:)))/i
/** What may stand between a prompt and the name: variables, `sudo`, `time`. */
const LEADING = /^(?:[A-Za-z_]\w*=\S*|sudo|env|time|command|exec|&|!)$/
const PROMPT_END = /(?:[$#%>❯✗λ»➜~]|^)$/
const MAX_PROMPT_CHARS = 200

/** The command that a line begins with, behind a prompt. */
function commandIn(line: string): CommandLine | undefined {
  const found = PROGRAM.exec(line.slice(0, MAX_LINE_HEAD))
  if (found === null) return undefined
  const words = line.slice(0, found.index).trim().split(/\s+/)
  const assignments: string[] = []
  while (LEADING.test(words.at(-1) ?? '')) assignments.unshift(words.pop() ?? '')
  const prompt = words.join(' ')
  if (prompt.length > MAX_PROMPT_CHARS || !PROMPT_END.test(prompt)) return undefined
  return {
    prompt,
    assignments: assignments.filter((word) => word.includes('=')),
    command: line.slice(found.index),
  }
}

/** Nobody's prompt and variables are longer. */
const MAX_LINE_HEAD = 2_000

/** The shell that a command is written for, by its prompt and by how its lines are continued. */
function shellOf({ prompt, command }: CommandLine, rest: readonly string[]): FoundCommand['shell'] {
  if (/^PS\b/.test(prompt) || !/^curl/i.test(command) || /`\s*$/.test(command.slice(-50)))
    return 'PowerShell'
  const text = [command, ...rest].join('\n')
  const isCmd =
    /^[A-Za-z]:\\/.test(prompt) ||
    /\^\s*$/.test(command.slice(-50)) ||
    /^curl(?:\.exe)?\s+(?:--?[\w-]+\s+)?\^"/i.test(command) ||
    /\^\\\^"|"[{[]""\w/.test(text)
  if (isCmd) return 'cmd'
  return /\$env:\w/i.test(text) ||
    /\s-(?:Method|Uri|Body|Headers|ContentType)\s/.test(text) ||
    (/^curl\.exe/i.test(command) && /`\s*\n|\\"/.test(text))
    ? 'PowerShell'
    : 'bash'
}

/** A text without the fence around what it is about, and how many lines stood outside of that. */
export function withoutFence(text: string): { text: string; around: number } {
  const lines = text.split(/\r?\n/)
  let open = -1
  let found = false
  for (const [at, line] of lines.entries()) {
    if (FENCE.test(line)) {
      if (found) return between(lines, open, at)
      open = open < 0 ? at : -1
    } else if (!found && isBeginning(line)) {
      if (open < 0) break
      found = true
    }
  }
  return found ? between(lines, open, lines.length) : { text, around: 0 }
}

function isBeginning(line: string): boolean {
  return /^\s{0,20}\{/.test(line) || commandIn(line) !== undefined
}

function between(lines: readonly string[], open: number, close: number) {
  const outside = [...lines.slice(0, open), ...lines.slice(close + 1)]
  return {
    text: lines.slice(open + 1, close).join('\n'),
    around: outside.filter((line) => line.trim() !== '').length,
  }
}
