import { localText } from '../db/browser-storage.ts'

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
  const [, address, baseUrl] =
    /^([\w]{20,64}) (https?:.{1,2000})$/.exec(localText.load(KEY) ?? '') ?? []
  return address === undefined || baseUrl === undefined ? undefined : { baseUrl, address }
}

/** Remembers the choice for the next visit; where storage is refused it lasts as long as the page. */
export function savePayingWallet({ baseUrl, address }: PayingWallet): void {
  localText.save(KEY, `${address} ${baseUrl}`)
}

/** The next visit pays as if there were no wallet. */
export function forgetPayingWallet(): void {
  localText.remove(KEY)
}
