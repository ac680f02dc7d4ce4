import { requestCode } from '../../../core/inspector/code/request-code.ts'
import { parseExchange } from '../../../core/inspector/export/parse-exchange.ts'
import { readExchange } from '../../../core/storage/exchanges/exchanges.ts'
import { client } from '../../../page/client.ts'
import { inspectorStore } from '../../../page/inspector-store.ts'
import { showToast } from '../../../ui/feedback/toast.tsx'

/** Copies the request of an exchange, of this page or stored, as a curl command without secrets. */
export async function copyCurl(exchangeId: string): Promise<void> {
  const exchange =
    client.exchanges.store.getState().byId[exchangeId] ??
    parseExchange(await readExchange(exchangeId).catch(() => undefined))
  if (exchange === undefined) return showToast('The request is no longer stored.')
  try {
    await navigator.clipboard.writeText(
      requestCode('curl', exchange, inspectorStore.getState().wallet),
    )
    showToast('Copied as curl')
  } catch {
    showToast("The browser didn't allow copying. Open the Code tab and copy there.")
  }
}
