import ImageUp from 'lucide-react/icons/image-up'
import Layers from 'lucide-react/icons/layers'
import Ratio from 'lucide-react/icons/ratio'
import ReceiptText from 'lucide-react/icons/receipt-text'

import { PlannedArea } from '../../ui/planned-area.tsx'

const parts = [
  {
    icon: <ImageUp size={16} aria-hidden />,
    name: 'Source and prompt',
    text: 'A picture by drop, paste, file or URL, checked for pixels, bytes and type before anything is sent.',
  },
  {
    icon: <Ratio size={16} aria-hidden />,
    name: 'Shape and quality',
    text: 'Aspect ratio as drawn shapes, resolution tiers, quality where the model honours it, output format.',
  },
  {
    icon: <ReceiptText size={16} aria-hidden />,
    name: 'Price',
    text: 'What an edit costs before you press, and what it did cost after.',
  },
  {
    icon: <Layers size={16} aria-hidden />,
    name: 'Results',
    text: 'Every run kept as a lineage, compared side by side, and used as the next source.',
  },
]

/** The Image area, which is not built yet. */
export function ImagePage() {
  return (
    <PlannedArea
      title="Image"
      purpose="Edit a picture with words and see what it cost."
      parts={parts}
    >
      Pictures can be sent to a vision model in Chat.
    </PlannedArea>
  )
}
