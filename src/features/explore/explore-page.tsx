import ListTree from 'lucide-react/icons/list-tree'
import MonitorPlay from 'lucide-react/icons/monitor-play'
import SearchCode from 'lucide-react/icons/search-code'
import FileInput from 'lucide-react/icons/square-pen'

import { PlannedArea } from '../../ui/planned-area.tsx'

const parts = [
  {
    icon: <ListTree size={16} aria-hidden />,
    name: 'Every operation',
    text: 'Any method and path the API has, with the same connection and key as the chat.',
  },
  {
    icon: <FileInput size={16} aria-hidden />,
    name: 'JSON or form',
    text: 'A JSON or multipart body, checked before it is sent where the operation is known.',
  },
  {
    icon: <MonitorPlay size={16} aria-hidden />,
    name: 'Answers by type',
    text: 'JSON, text, image, audio, video and files, each shown as what it is.',
  },
  {
    icon: <SearchCode size={16} aria-hidden />,
    name: 'The same inspector',
    text: 'Headers, timing, cost and code for every call.',
  },
]

/** The Explore area, which is not built yet. */
export function ExplorePage() {
  return (
    <PlannedArea
      title="Explore"
      purpose="Call any other operation of the API and read what comes back."
      parts={parts}
    >
      Every chat request can be read in the Inspector today.
    </PlannedArea>
  )
}
