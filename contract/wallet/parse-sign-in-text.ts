import { type SignInFields, signInText } from './sign-in-text.ts'

/** Longest sign-in text that is read, characters. */
const MAX_TEXT_CHARS = 8_192

/**
 * The fields of a signed sign-in text; undefined unless the text is exactly what `signInText` builds
 * from them, so that no line can be read in two ways.
 */
export function parseSignInText(text: string): SignInFields | undefined {
  if (text.length > MAX_TEXT_CHARS) return undefined
  const lines = text.split('\n')
  const [, domain, account] =
    /^(\S+) wants you to sign in with your (Ethereum|Solana) account:$/.exec(lines[0] ?? '') ?? []
  const [, address] = lines
  const start = [3, 4, 5].find((index) => lines[index]?.startsWith('URI: '))
  if (domain === undefined || address === undefined || start === undefined) return undefined
  const rest = lines.slice(start)
  const take = (label: string): string | undefined =>
    rest[0]?.startsWith(`${label}: `) ? rest.shift()?.slice(label.length + 2) : undefined
  const fields: SignInFields = {
    domain,
    address,
    statement: start === 5 ? lines[3] : undefined,
    uri: take('URI') ?? '',
    version: take('Version') ?? '',
    chainId: `${account === 'Ethereum' ? 'eip155' : 'solana'}:${take('Chain ID') ?? ''}`,
    nonce: take('Nonce') ?? '',
    issuedAt: take('Issued At') ?? '',
    expirationTime: take('Expiration Time'),
    notBefore: take('Not Before'),
    requestId: take('Request ID'),
    resources: rest[0] === 'Resources:' ? rest.slice(1).map((line) => line.slice(2)) : undefined,
  }
  return signInText(fields) === text ? fields : undefined
}
