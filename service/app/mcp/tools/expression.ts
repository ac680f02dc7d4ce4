/** How deep parentheses, signs and powers may be nested. */
const MAX_DEPTH = 50

/** What an expression can't be calculated for. */
export interface ExpressionError {
  message: string
}

class Unreadable extends Error {}

/** The value of an arithmetic expression; nothing of it is ever run as code. */
export function evaluate(text: string): number | ExpressionError {
  try {
    const value = parser(tokensOf(text)).whole()
    return Number.isFinite(value) ? value : { message: 'The result is not a finite number.' }
  } catch (error) {
    if (error instanceof Unreadable) return { message: error.message }
    throw error
  }
}

function tokensOf(text: string): string[] {
  const plain = text.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-')
  const tokens = plain.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+|\*\*|[-+*/%^()]|\S/gi) ?? []
  return tokens.map((token) => (token === '**' ? '^' : token))
}

/** One function per rank of the operators, the loosest first. */
function parser(tokens: readonly string[]) {
  let at = 0
  let depth = 0
  const take = (...wanted: string[]): string | undefined => {
    const token = tokens[at]
    if (token === undefined || !wanted.includes(token)) return undefined
    at += 1
    return token
  }
  const nested = (read: () => number): number => {
    depth += 1
    if (depth > MAX_DEPTH) throw new Unreadable('The expression is nested too deeply.')
    const value = read()
    depth -= 1
    return value
  }
  const sum = (): number => {
    let value = product()
    for (let sign = take('+', '-'); sign !== undefined; sign = take('+', '-'))
      value = sign === '+' ? value + product() : value - product()
    return value
  }
  const product = (): number => {
    let value = signed()
    for (let sign = take('*', '/', '%'); sign !== undefined; sign = take('*', '/', '%')) {
      const next = signed()
      value = sign === '*' ? value * next : sign === '/' ? value / next : value % next
    }
    return value
  }
  const signed = (): number => {
    const sign = take('+', '-')
    if (sign === undefined) return power()
    const value = nested(signed)
    return sign === '-' ? -value : value
  }
  const power = (): number => {
    const base = atom()
    return take('^') === undefined ? base : base ** nested(signed)
  }
  const atom = (): number => {
    if (take('(') !== undefined) {
      const value = nested(sum)
      if (take(')') === undefined) throw new Unreadable('A closing parenthesis is missing.')
      return value
    }
    const token = tokens[at]
    if (token === undefined) throw new Unreadable('The expression ends too early.')
    const value = Number(token)
    if (Number.isNaN(value)) throw new Unreadable(`“${token}” is not expected here.`)
    at += 1
    return value
  }
  return {
    whole: (): number => {
      const value = sum()
      if (at < tokens.length) throw new Unreadable(`“${tokens[at]}” is not expected here.`)
      return value
    },
  }
}
