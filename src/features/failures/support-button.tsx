import type { Failure } from '../../../contract/errors/failure.ts'
import { failureBudgetOf } from '../../core/client/admission/failure-budget.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { supportBundle, type PageFacts } from '../../core/failures/support-bundle.ts'
import { client } from '../../page/client.ts'
import { currentPath } from '../../ui/hooks/location.tsx'
import { saveFile } from '../../ui/save-file.ts'

interface SupportButtonProps {
  failure: Failure
  exchange: Exchange | undefined
}

export function SupportButton({ failure, exchange }: SupportButtonProps) {
  const save = () => {
    const now = Date.now()
    const { connection } = client.connections.store.getState()
    const { log } = failureBudgetOf(client).log.getState()
    const text = supportBundle({ failure, exchange, connection, log, page: pageFacts(), now })
    const name = `support-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl`
    saveFile(name, new Blob([text], { type: 'application/jsonl' }))
  }
  return (
    <button
      type="button"
      title="One file, without keys, signatures or messages"
      className="rounded-sm px-1.5 text-text-2 underline target hover:text-text-1"
      onClick={save}
    >
      Download diagnostics
    </button>
  )
}

function pageFacts(): PageFacts {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return {
    build: script?.src.split('/').at(-1) ?? 'unknown',
    area: currentPath().split('/')[1] ?? '',
    browser: navigator.userAgent,
    language: navigator.language,
    viewport: `${innerWidth}×${innerHeight}`,
    onLine: navigator.onLine,
  }
}
