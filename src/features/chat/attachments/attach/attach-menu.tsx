import FlaskConical from 'lucide-react/icons/flask-conical'
import Link from 'lucide-react/icons/link'
import Mic from 'lucide-react/icons/mic'
import Paperclip from 'lucide-react/icons/paperclip'
import Type from 'lucide-react/icons/type'

import { attachFiles } from '../../../../core/chat/attachments/attach-files.ts'
import { addAttachment } from '../../../../core/chat/attachments/edit-attachments.ts'
import { browserMedia } from '../../../../media/browser-media.ts'
import { chat } from '../../../../page/chat.ts'
import { showNotLoaded } from '../../../../ui/feedback/load-fault.ts'
import type { MenuItem } from '../../../../ui/overlays/menu.tsx'
import { OpenedMenu } from '../../../../ui/overlays/opened-menu.tsx'
import { pickFiles } from '../../../../ui/pick-file.ts'
import { fetchSample, SAMPLE_FILES, type SampleFile } from '../../../../ui/sample-files.ts'
import { attachViewStore } from './attach-view-store.ts'

const open = (open: 'url' | 'recorder') => attachViewStore.setState({ open })

const ITEMS: MenuItem[] = [
  {
    label: 'Files',
    icon: <Paperclip size={14} aria-hidden />,
    onSelect: () => void attachPicked(),
  },
  { label: 'From URL…', icon: <Link size={14} aria-hidden />, onSelect: () => open('url') },
  { label: 'Record audio', icon: <Mic size={14} aria-hidden />, onSelect: () => open('recorder') },
  {
    label: 'Text part',
    icon: <Type size={14} aria-hidden />,
    onSelect: () =>
      addAttachment(chat, { kind: 'text', name: 'Text part', text: '', cached: false }),
  },
  ...Object.values(SAMPLE_FILES).map((sample) => ({
    label: sample.label,
    icon: <FlaskConical size={14} aria-hidden />,
    onSelect: () => void attachSample(sample),
  })),
]

/** Attaches whatever files are chosen, each as what it is. */
async function attachPicked(): Promise<void> {
  await attachFiles(chat, browserMedia, await pickFiles())
}

/** Attaches a file that comes with the app: something to try when none is at hand. */
async function attachSample(sample: SampleFile): Promise<void> {
  try {
    await attachFiles(chat, browserMedia, [await fetchSample(sample)])
  } catch {
    await showNotLoaded(sample.name)
  }
}

/** What can be attached, beside the button that was pressed. */
export function AttachMenu({ button }: { button: HTMLElement }) {
  return <OpenedMenu button={button} label="Attach" items={ITEMS} onClose={closeMenu} />
}

/** A dialog that the menu opened has taken its place by now, and stays. */
function closeMenu(): void {
  attachViewStore.setState(({ open }) => (typeof open === 'object' ? { open: undefined } : {}))
}
