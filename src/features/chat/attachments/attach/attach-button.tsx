import Plus from 'lucide-react/icons/plus'

import { IconButton } from '../../../../ui/controls/button.tsx'
import { loadAttachments, prefetch } from '../../lazy.ts'
import { draftPartsStore } from '../draft/draft-parts-store.ts'

const prepareToAttach = () => prefetch(loadAttachments)

/** Opens what can be attached to the message being written. */
export function AttachButton() {
  return (
    <IconButton
      label="Attach"
      aria-haspopup="menu"
      onFocus={prepareToAttach}
      onPointerEnter={prepareToAttach}
      onClick={({ currentTarget }) => draftPartsStore.setState({ open: { menuOf: currentTarget } })}
    >
      <Plus size={16} aria-hidden />
    </IconButton>
  )
}
