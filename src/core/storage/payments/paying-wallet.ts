/** The start of the page looks for this key without reading it. */
const KEY = 'playground.payFromWallet'

/** That requests to an API are paid from a wallet: the choice, and nothing that could pay. */
interface PayingWallet {
  baseUrl: string
  /** The account that was chosen: another one must not pay in its place. */
  address: string
}

/** What was chosen on the last visit; undefined when requests were paid otherwise, or storage is refused. */
export function payingWallet(): PayingWallet | undefined {
  try {
    const [, address, baseUrl] =
      /^([\w]{20,64}) (https?:.{1,2000})$/.exec(localStorage.getItem(KEY) ?? '') ?? []
    return address === undefined || baseUrl === undefined ? undefined : { baseUrl, address }
  } catch {
    return undefined
  }
}

/** Remembers the choice for the next visit. */
export function keepPayingWallet({ baseUrl, address }: PayingWallet): void {
  try {
    localStorage.setItem(KEY, `${address} ${baseUrl}`)
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** The next visit pays as if there were no wallet. */
export function forgetPayingWallet(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept then.
  }
}
