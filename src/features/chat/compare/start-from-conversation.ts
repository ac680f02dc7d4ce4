import { isTouched, presentColumns } from '../../../core/chat/compare/columns.ts'
import { startComparison } from '../../../core/chat/compare/comparison.ts'
import { currentSetup, setupKey } from '../../../core/chat/setup/current-setup.ts'
import { chat } from '../../../page/chat.ts'

/**
 * Begins a comparison of the chat's own setup with the same one on another model, unless one that
 * was not run yet stands ready beside this very setup.
 */
export function startFromConversation(): void {
  const comparison = chat.comparison.getState()
  const { columns, draft, beside } = comparison
  const isWaiting = columns.length > 0 && !columns.some(isTouched)
  const setup = currentSetup(chat)
  const present = setupKey(chat)
  if (isWaiting && beside === present) return
  const other = setup.model === 'fastest' ? 'default' : 'fastest'
  // A message that was written and not run is still wanted, also when all columns were deleted.
  const keepsDraft = isWaiting || presentColumns(comparison).length === 0
  startComparison(chat, [setup, { ...setup, model: other }], {
    beside: present,
    draft: keepsDraft ? draft : '',
  })
}
