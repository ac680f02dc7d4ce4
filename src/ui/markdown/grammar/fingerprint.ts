import type { Token } from './grammar.ts'

/** A 53-bit number that tells whether two runs of tokens would look the same. */
export function fingerprint(tokens: readonly Token[], from: number, to: number): number {
  const mixer = { a: 0xdeadbeef, b: 0x41c6ce57 }
  for (let index = from; index < to; index += 1) {
    const token = tokens[index]
    if (token) mixToken(mixer, token)
  }
  return 4294967296 * (2097151 & mixer.b) + (mixer.a >>> 0)
}

interface Mixer {
  a: number
  b: number
}

function mixToken(mixer: Mixer, token: Token): void {
  mix(mixer, token.type)
  mix(mixer, token.tag)
  mix(mixer, token.content)
  if (token.type === 'fence') mix(mixer, token.info)
  if (token.hidden) mix(mixer, 'hidden')
  for (const [name, value] of token.attrs ?? []) mix(mixer, `${name}=${value}`)
}

function mix(mixer: Mixer, text: string): void {
  let { a, b } = mixer
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  mixer.a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  mixer.b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
}
