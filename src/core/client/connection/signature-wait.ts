/** A request that a wallet has to sign before it can be sent. */
export interface SignatureWait {
  id: string
  method: string
  /** The whole address of the request. */
  url: string
  /** Unix ms. */
  since: number
  /** Gives the request up; a signature that comes later is thrown away. */
  cancel: () => void
}
