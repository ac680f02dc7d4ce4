import type { ApiMethod } from '../../core/client/request.ts'
import { changeDraft } from '../../core/explore/draft.ts'
import type { CallDraft } from '../../core/explore/explore.ts'
import { explore } from '../../page/explore.ts'
import { Button } from '../../ui/controls/button.tsx'

const METHODS: readonly ApiMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

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
        <select
          aria-label="Method"
          value={method}
          onChange={({ target }) => {
            const chosen = METHODS.find((one) => one === target.value)
            if (chosen !== undefined) changeDraft(explore, { method: chosen })
          }}
          className="shrink-0 field font-mono"
        >
          {METHODS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
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
          <p className="text-text-3">
            {baseUrl === undefined ? (
              'No connection.'
            ) : (
              <>
                Base URL: <span className="font-mono">{baseUrl}</span>
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
