import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'

import { readJson } from '../../../../contract/json.ts'
import { changeDraft } from '../../../core/explore/draft.ts'
import {
  proposedCalls,
  readRpcCalls,
  type RpcCall,
  writeRpcCalls,
} from '../../../core/explore/rpc-calls.ts'
import { explore } from '../../../page/explore.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { AnyValueField } from '../form/any-value-field.tsx'

/** The body of the JSON-RPC proxy as calls: method and parameters; several go out as a batch. */
export function JsonRpcForm({ path, body }: { path: string; body: string }) {
  const proposed = proposedCalls(path)
  const calls = callsOf(body)
  if (calls === undefined)
    return (
      <p role="status" className="text-warn">
        The body is not JSON-RPC. Edit it as text.
      </p>
    )
  const change = (next: readonly RpcCall[]) => {
    const value = writeRpcCalls(next)
    changeDraft(explore, { body: value === undefined ? '' : JSON.stringify(value, null, 2) })
  }
  const taken = (method: string): RpcCall =>
    proposed.find((call) => call.method === method) ?? { method, params: [] }
  return (
    <div className="flex flex-col items-start gap-3">
      {calls.map((call, index) => (
        <div
          key={index}
          role="group"
          aria-label={`Call ${index + 1}`}
          className="flex w-full flex-col gap-1 border-l pl-3"
        >
          <div className="flex items-center gap-1">
            <Combobox
              label={`Method ${index + 1}`}
              value={call.method}
              options={proposed.map(({ method }) => ({ value: method }))}
              freeText
              placeholder="method"
              onChange={(method) => change(calls.with(index, taken(method)))}
              className="min-w-0 grow"
            />
            <IconButton
              label={`Remove call ${index + 1}`}
              onClick={() => change(calls.filter((_, other) => other !== index))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </div>
          <AnyValueField
            key={call.method}
            label={`Params ${index + 1}`}
            value={call.params}
            onChange={(params) => change(calls.with(index, { ...call, params }))}
            describedBy={undefined}
            placeholder="params: array or object"
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => change([...calls, proposed[calls.length] ?? taken('')])}>
          <Plus size={14} aria-hidden />
          Add call
        </Button>
        {calls.length > 1 && (
          <span className="text-xs text-text-3">
            {calls.length} calls are sent as a batch, each billed separately.
          </span>
        )}
      </div>
    </div>
  )
}

function callsOf(text: string): RpcCall[] | undefined {
  if (text.trim() === '') return []
  const value = readJson(text)
  return value === undefined ? undefined : readRpcCalls(value)
}
