import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import ImageUp from 'lucide-react/icons/image-up'
import MessageSquare from 'lucide-react/icons/message-square'
import PanelRight from 'lucide-react/icons/panel-right'
import { createContext, use } from 'react'

import { isShownAsImage } from '../../core/image/form.ts'
import { loadSource } from '../../core/image/source/load-source.ts'
import type { ImageRun, KeptPicture } from '../../core/storage/images/image-run.ts'
import { changePicture } from '../../media/picture/picture-client.ts'
import { imageEditor } from '../../page/image.ts'
import { openInspector } from '../../page/inspector-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { saveFile } from '../../ui/files.ts'

/** Attaches an image to the message that is being written in Chat, and goes there. Sends nothing. */
export type OpenInChat = (file: File) => void

/** Given by the shell; absent where there is no Chat to go to. */
export const OpenInChatContext = createContext<OpenInChat | undefined>(undefined)

/** What can be done with a result. */
export function ResultActions({ run, result }: { run: ImageRun; result: KeptPicture }) {
  const { file, fileName } = result
  const openInChat = use(OpenInChatContext)
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button onClick={() => saveFile(fileName, file)}>
        <Download size={14} aria-hidden />
        Download
      </Button>
      {isShownAsImage(result) && (
        <>
          <Button onClick={() => copyPicture(result)}>
            <Copy size={14} aria-hidden />
            Copy image
          </Button>
          <Button
            onClick={() => void loadSource(imageEditor, file, fileName, { madeFrom: run.id })}
          >
            <ImageUp size={14} aria-hidden />
            Use as source
          </Button>
          {openInChat !== undefined && (
            <Button onClick={() => openInChat(new File([file], fileName, { type: file.type }))}>
              <MessageSquare size={14} aria-hidden />
              Open in Chat
            </Button>
          )}
        </>
      )}
      <InspectButton run={run} />
    </div>
  )
}

function InspectButton({ run: { exchangeId } }: { run: ImageRun }) {
  if (exchangeId === undefined) return null
  return (
    <Button variant="ghost" onClick={() => openInspector(exchangeId)}>
      <PanelRight size={14} aria-hidden />
      Inspect
    </Button>
  )
}

/** Copies a picture; browsers take only PNG, so others are written anew. */
function copyPicture({ file, type }: KeptPicture): void {
  const png = type === 'png' ? Promise.resolve(file) : changePicture(file, { type: 'png' })
  // The promise goes in as it is: after waiting for it the press would not count any more.
  Promise.resolve()
    .then(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]))
    .then(
      () => showToast('Image copied'),
      () => showToast('The browser blocked copying.'),
    )
}
