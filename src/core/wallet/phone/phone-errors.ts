/** The relay does not answer, so no phone can be asked. */
export class RelayUnreachable extends Error {
  override name = 'RelayUnreachable'
}

/** The phone did not allow the chain that is needed. */
export class SessionLacksChain extends Error {
  override name = 'SessionLacksChain'
  code = 4901
}

/** The person gave the pairing up on this page. */
export class PairingStopped extends Error {
  override name = 'PairingStopped'
}
