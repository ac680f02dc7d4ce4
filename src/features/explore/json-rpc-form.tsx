import { readJson } from '../../../contract/json.ts'
import { changeDraft } from '../../core/explore/draft.ts'
import {
  proposedCalls,
  readRpcCall,
  type RpcCall,
  writeRpcCall,
} from '../../core/explore/rpc-calls.ts'
import { explore } from '../../page/explore.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { AnyValueField } from './field-frame.tsx'

/** The body of the JSON-RPC proxy as a call: method and parameters. */
export function JsonRpcForm({ path, body }: { path: string; body: string }) {
  const proposed = proposedCalls(path)
  const call = body.trim() === '' ? { method: '', params: undefined } : readRpcCall(readJson(body))
  if (call === undefined)
    return (
      <p role="status" className="text-warn">
        The body is not one JSON-RPC call. Edit it as text.
      </p>
    )
  const change = (next: RpcCall) =>
    changeDraft(explore, { body: JSON.stringify(writeRpcCall(next), null, 2) })
  return (
    <div className="flex flex-col gap-1">
      <Combobox
        label="JSON-RPC method"
        value={call.method}
        options={proposed.map(({ method }) => ({ value: method }))}
        freeText
        placeholder="method"
        onChange={(method) =>
          change(proposed.find((one) => one.method === method) ?? { method, params: [] })
        }
      />
      <AnyValueField
        key={call.method}
        label="Params"
        value={call.params}
        onChange={(params) => change({ ...call, params })}
        describedBy={undefined}
        placeholder="params: array or object"
      />
    </div>
  )
}
