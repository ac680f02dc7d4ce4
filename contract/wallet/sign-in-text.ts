/** What a sign-in text says. Times are ISO 8601. */
export interface SignInFields {
  readonly domain: string
  /** EVM address or base58 Solana address. */
  readonly address: string
  readonly statement?: string | undefined
  readonly uri: string
  readonly version: string
  /** CAIP-2: `eip155:8453` or `solana:…`. */
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** Signature type of a chain: `eip191` on EVM chains, `ed25519` on Solana. */
export function signatureTypeOf(chainId: string): 'eip191' | 'ed25519' | undefined {
  if (/^eip155:\d{1,20}$/.test(chainId)) return 'eip191'
  return /^solana:[1-9A-HJ-NP-Za-km-z]{1,32}$/.test(chainId) ? 'ed25519' : undefined
}

/**
 * The text that a wallet signs: EIP-4361 on EVM chains, its Solana sister elsewhere (contract
 * "Authentication"). Undefined when the chain is neither, or when a field holds a line break, which
 * could forge another line.
 */
export function signInText(fields: SignInFields): string | undefined {
  const type = signatureTypeOf(fields.chainId)
  const { resources = [], ...texts } = fields
  if (!type || [...Object.values(texts), ...resources].some(hasLineBreak)) return undefined
  const { statement, expirationTime, notBefore, requestId } = fields
  const account = type === 'eip191' ? 'Ethereum' : 'Solana'
  // Without a statement an EVM text keeps the statement's empty lines and a Solana text does not.
  const middle =
    statement === undefined ? (type === 'eip191' ? ['', ''] : ['']) : ['', statement, '']
  return [
    `${fields.domain} wants you to sign in with your ${account} account:`,
    fields.address,
    ...middle,
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId.slice(fields.chainId.indexOf(':') + 1)}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((uri) => `- ${uri}`)]),
  ].join('\n')
}

function hasLineBreak(value: unknown): boolean {
  return typeof value === 'string' && /[\r\n\u2028\u2029]/.test(value)
}
