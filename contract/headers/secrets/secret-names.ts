/** Ends of names, their words joined by `_`, under which credentials stand. */
const SECRET_NAME =
  /(?:^|_)(?:(?:api|secret|private|access|auth|account|master|signing|encryption|subscription|client|service|session|ssh|license)_?key(?:_id)?|auth|authorization|cookie|password|passwd|passphrase|passcode|pwd|secret|credentials?|jwt|bearer|nonce|signature|transaction|mnemonic|seed_phrase)$/

/** Tokens that are none: of a vocabulary, of a page, of a progress. */
const OTHER_TOKEN =
  /(?:^|_)(?:bos|eos|pad|unk|sep|cls|mask|stop|special|first|last|start|end|begin|per|each|max|min|page|next|continuation|cursor|progress|image|audio|thinking)_token$/

/** Parameters that APIs take credentials by. */
const SECRET_PARAMETER =
  /key|token|secret|signature|^sig$|auth|pass|pwd|credential|jwt|session|^sid$|cookie/i

/** Whether a member or a header of this name holds a credential, however the name is spelled. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
  return SECRET_NAME.test(words) || (/(?:^|_)token$/.test(words) && !OTHER_TOKEN.test(words))
}

/** Whether a parameter of a URL or a field of a form may hold a credential. Takes more than names of members. */
export function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETER.test(name)
}
