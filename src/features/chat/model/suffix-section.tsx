import { useStore } from 'zustand'

import { isSuffixKey, parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { vendorParametersSchema } from '../../../../contract/chat/request/request-structures.ts'
import {
  parametersToSuffixes,
  suffixesToParameters,
  type NamedModel,
} from '../../../../contract/chat/suffix-moves.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { validate } from '../../../../contract/validation.ts'
import { setModel, setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SuffixChips } from './suffix-chips.tsx'

/** Moves parameters between the name of the model and the settings; both say the same to the service. */
export function SuffixSection() {
  const { model, settings } = useStore(chat.conversation, (state) => state.conversation)
  const read = validate(vendorParametersSchema, settings['vendor_parameters'] ?? {})
  if (!read.ok) return null
  const named: NamedModel = { model, parameters: read.value }
  const inName = Object.keys(parseModelSuffix(model).parameters)
  const movable = Object.keys(read.value).filter(isSuffixKey)
  if (inName.length === 0 && movable.length === 0) return null
  const apply = ({ model: next, parameters }: NamedModel) => {
    const { vendor_parameters: _, ...others } = settings
    setModel(chat, next)
    setSettings(
      chat,
      Object.keys(parameters).length === 0
        ? others
        : { ...others, vendor_parameters: parameters as JsonObject },
    )
  }
  return (
    <section
      aria-label="Suffixes"
      className="flex flex-col gap-2 rounded-md bg-surface-2 p-3 text-sm"
    >
      <p className="text-text-2">
        Vendor parameters can be part of the model ID:{' '}
        <code className="font-mono text-xs">{model}</code>
      </p>
      {inName.length > 0 && <SuffixChips />}
      <div className="flex flex-wrap gap-2">
        {movable.length > 0 && (
          <Button onClick={() => apply(parametersToSuffixes(named))}>
            Write {movable.length === 1 ? movable[0] : `${movable.length} settings`} as suffix
          </Button>
        )}
        {inName.length > 0 && (
          <Button onClick={() => apply(suffixesToParameters(named))}>
            Move suffixes to the settings
          </Button>
        )}
      </div>
    </section>
  )
}
