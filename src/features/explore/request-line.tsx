import type { ApiMethod } from '../../core/client/request.ts'
import { changeDraft } from '../../core/explore/draft.ts'
import type { CallDraft } from '../../core/explore/explore.ts'
import { explore } from '../../page/explore.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Link } from '../../ui/hooks/location.tsx'

const METHODS = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies ApiMethod[]).map(
  (method) => ({ value: method, label: method }),
)

interface RequestLineProps {
  draft: CallDraft
  /** Undefined while there is no connection. */
  baseUrl: string | undefined
  pathFault: string | undefined
  canSend: boolean
  isRunning: boolean
}

/** Method, path and the button that sends: free to change, whatever operation was chosen. */
export function RequestLine({ draft, baseUrl, pathFault, canSend, isRunning }: RequestLineProps) {
  const { method, path } = draft
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Method"
          value={method}
          options={METHODS}
          onChange={(chosen) => changeDraft(explore, { method: chosen })}
          className="w-28 shrink-0 font-mono"
        />
        <input
          type="text"
          aria-label="Path"
          aria-invalid={pathFault !== undefined}
          aria-describedby="explore-path-words"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={path}
          onChange={({ target }) => changeDraft(explore, { path: target.value })}
          className="min-w-40 grow basis-0 field font-mono"
        />
        <Button type="submit" variant="primary" disabled={!canSend || isRunning}>
          Send
        </Button>
      </div>
      <div id="explore-path-words" className="text-xs">
        {pathFault === undefined ? (
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-text-3">
            {baseUrl === undefined ? (
              'No connection.'
            ) : (
              <>
                <span>
                  Base URL: <span className="font-mono">{baseUrl}</span>
                </span>
                <Link
                  href="/explore?connect=1"
                  title="Tests what clients rely on. Nothing is billed."
                  className="inline-flex items-center underline target hover:text-text-1"
                >
                  Check this API
                </Link>
              </>
            )}
          </p>
        ) : (
          <p role="alert" className="text-bad">
            {pathFault}
          </p>
        )}
      </div>
    </div>
  )
}
