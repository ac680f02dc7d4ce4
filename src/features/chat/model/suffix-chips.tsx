import X from 'lucide-react/icons/x'
import { useStore } from 'zustand'

import {
  formatModelSuffix,
  isSuffixKey,
  parseModelSuffix,
  withoutSuffix,
} from '../../../../contract/chat/model-suffix.ts'
import { isJsonObject } from '../../../../contract/json.ts'
import { setModel } from '../../../core/chat/conversation/current-conversation.ts'
import { chat } from '../../../page/chat.ts'
import { cx } from '../../../ui/cx.ts'

/** The parameters that the model's name sets, each with a way out; a contradiction is marked. */
export function SuffixChips() {
  const { model, settings } = useStore(chat.conversation, (state) => state.conversation)
  const { parameters, ignored, id } = parseModelSuffix(model)
  const vendor = isJsonObject(settings['vendor_parameters']) ? settings['vendor_parameters'] : {}
  const names = Object.keys(parameters).filter(isSuffixKey)
  return (
    <ul
      aria-label="Model suffixes"
      className="order-first flex w-full flex-wrap items-center gap-1"
    >
      {names.map((name) => {
        const beside = vendor[name]
        const conflict = beside !== undefined && beside !== parameters[name]
        return (
          <li key={name} className="flex items-center">
            <button
              type="button"
              aria-label={`Remove suffix ${name}=${parameters[name]}`}
              title={
                conflict
                  ? `Overrides ${name}=${JSON.stringify(beside)} in the settings. Click to remove.`
                  : 'Set by the model name. Click to remove.'
              }
              onClick={() => setModel(chat, withoutSuffix(model, name))}
              className={cx(
                'inline-flex items-center gap-1 rounded-md border px-1.5 font-mono text-xs target',
                conflict ? 'border-warn text-warn' : 'text-text-2 hover:bg-surface-2',
              )}
            >
              {name}={String(parameters[name])}
              {conflict && ' ≠ settings'}
              <X size={12} aria-hidden />
            </button>
          </li>
        )
      })}
      {ignored.map((pair) => (
        <li key={pair}>
          <button
            type="button"
            aria-label={`Remove suffix ${pair}`}
            title="Unknown suffix, ignored by the API. Click to remove."
            onClick={() => setModel(chat, formatModelSuffix(id, parameters))}
            className="inline-flex items-center gap-1 rounded-md border border-warn px-1.5 font-mono text-xs text-warn target"
          >
            {pair} ignored
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
