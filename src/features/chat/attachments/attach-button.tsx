import Plus from 'lucide-react/icons/plus'

import { IconButton } from '../../../ui/controls/button.tsx'
import { prefetch } from '../../../ui/feedback/part.tsx'
import { attachViewStore } from './attach-view-store.ts'

const prepareToAttach = () => prefetch(() => import('./attachments.ts'))

/** Opens what can be attached to the message being written. */
export function AttachButton() {
  return (
    <IconButton
      label="Attach"
      aria-haspopup="menu"
      onFocus={prepareToAttach}
      onPointerEnter={prepareToAttach}
      onClick={({ currentTarget }) => attachViewStore.setState({ open: { menuOf: currentTarget } })}
    >
      <Plus size={16} aria-hidden />
    </IconButton>
  )
}
