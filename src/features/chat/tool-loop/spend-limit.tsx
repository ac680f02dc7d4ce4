import { useState } from 'react'

import { microUsdFrom } from '../../../../contract/money.ts'
import { setConversationTools } from '../../../core/tools/conversation-settings.ts'
import { chat } from '../../../page/chat.ts'

/** The most that one press may spend while tools run; empty for no limit. */
export function SpendLimit({ limit }: { limit: number | undefined }) {
  const [text, setText] = useState(limit === undefined ? '' : String(limit / 1e6))
  return (
    <label className="flex items-center gap-2 text-text-2 max-sm:order-1">
      Spend limit
      <span className="flex items-center gap-1">
        $
        <input
          type="number"
          aria-label="Spend limit, USD"
          min={0}
          step="any"
          placeholder="none"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            if (target.validity.valid)
              setConversationTools(chat, { spendLimit: microUsdFrom(target.value) })
          }}
          className="w-18 field tabular-nums"
        />
      </span>
    </label>
  )
}
