import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import ImageUp from 'lucide-react/icons/image-up'
import MessageSquare from 'lucide-react/icons/message-square'
import PanelRight from 'lucide-react/icons/panel-right'
import { use } from 'react'

import { isShownAsImage } from '../../../core/image/shown-image.ts'
import type { ImageRun, KeptPicture } from '../../../core/storage/images/image-run.ts'
import { changePicture } from '../../../media/picture/picture-client.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { OpenInChatContext } from '../open-in-chat.ts'
import { exchangeIdOf } from '../run/under-way.ts'
import { takeFile } from '../source/take-source.ts'

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
          <Button onClick={() => void takeFile(file, fileName, { madeFrom: run.id })}>
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

/** Opens the exchange of a run; only the page that made it has it. */
function InspectButton({ run }: { run: ImageRun }) {
  const exchangeId = exchangeIdOf(run)
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
      () => showToast('The browser refused to copy the image.'),
    )
}
