import Mic from 'lucide-react/icons/mic'
import Square from 'lucide-react/icons/square'
import { useEffect, useRef, useState } from 'react'

import { FILE_SIZE_LIMIT_BYTES } from '../../../../contract/limits/sizes.ts'
import { addAttachment } from '../../../core/chat/attachments/edit-attachments.ts'
import {
  recordingError,
  startRecording,
  type Recording,
} from '../../../core/chat/attachments/recording.ts'
import { formatDuration } from '../../../core/format/units.ts'
import { CONVERTED_RATE, convertToWav } from '../../../media/encoding/encoding-client.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/feedback/states.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { attachViewStore } from '../chat-view-store.ts'
import { AudioPlayer } from './media.tsx'

type Stage =
  | { at: 'ready'; fault?: string }
  | { at: 'asking' }
  | { at: 'recording'; since: number; recording: Recording }
  | { at: 'converting' }
  | { at: 'done'; wav: Blob }

/** The longest recording that can be sent, ms: two bytes a sample, below the limit of a file. */
const MAX_RECORDING_MS = Math.floor((FILE_SIZE_LIMIT_BYTES / (CONVERTED_RATE * 2) - 1) * 1000)

const close = () => attachViewStore.setState({ open: undefined })

/** Records sound from the microphone and attaches it as WAV. Nothing leaves the browser before Send. */
export function RecordDialog() {
  const [stage, setStage] = useState<Stage>({ at: 'ready' })
  // The microphone is turned off when the dialog closes, however that happens.
  const closing = useRef<AbortController>(undefined)
  useEffect(() => () => closing.current?.abort(), [])

  const start = async () => {
    setStage({ at: 'asking' })
    closing.current = new AbortController()
    const { signal } = closing.current
    try {
      const recording = await startRecording(signal)
      setStage({ at: 'recording', since: Date.now(), recording })
    } catch (error) {
      if (!signal.aborted) setStage({ at: 'ready', fault: recordingError(error) })
    }
  }
  const stop = async (recording: Recording) => {
    setStage({ at: 'converting' })
    try {
      setStage({ at: 'done', wav: await convertToWav(await recording.stop()) })
    } catch {
      setStage({ at: 'ready', fault: 'The recording is empty. Try again.' })
    }
  }
  const attach = (blob: Blob) => {
    const name = `recording ${new Date().toISOString().slice(11, 19).replaceAll(':', '-')}.wav`
    addAttachment(chat, {
      kind: 'audio',
      name,
      blob,
      cached: false,
      format: 'wav',
      container: 'WAV',
    })
    close()
  }

  return (
    <Dialog
      title="Record audio"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          {stage.at === 'recording' && (
            <Button variant="primary" onClick={() => void stop(stage.recording)}>
              <Square size={14} aria-hidden />
              Stop recording
            </Button>
          )}
          {(stage.at === 'ready' || stage.at === 'done') && (
            <Button
              variant={stage.at === 'ready' ? 'primary' : 'plain'}
              onClick={() => void start()}
            >
              <Mic size={14} aria-hidden />
              {stage.at === 'ready' ? 'Record' : 'Record again'}
            </Button>
          )}
          {stage.at === 'done' && (
            <Button variant="primary" onClick={() => attach(stage.wav)}>
              Attach recording
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm text-text-2">
        {stage.at === 'ready' && (
          <p role={stage.fault === undefined ? undefined : 'alert'}>
            {stage.fault ??
              `Up to ${formatDuration(MAX_RECORDING_MS)}. Stays in this browser until you send.`}
          </p>
        )}
        {stage.at === 'asking' && <p role="status">Waiting for the microphone…</p>}
        {stage.at === 'recording' && (
          <Elapsed since={stage.since} onLimit={() => void stop(stage.recording)} />
        )}
        {stage.at === 'converting' && (
          <p role="status" className="flex items-center gap-2">
            <Spinner />
            Converting to WAV…
          </p>
        )}
        {stage.at === 'done' && <AudioPlayer blob={stage.wav} name="Recording" />}
      </div>
    </Dialog>
  )
}

function Elapsed({ since, onLimit }: { since: number; onLimit: () => void }) {
  const [now, setNow] = useState(since)
  const over = now - since >= MAX_RECORDING_MS
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const limit = useRef(onLimit)
  useEffect(() => {
    limit.current = onLimit
  })
  useEffect(() => {
    if (over) limit.current()
  }, [over])
  return (
    <p role="timer" className="font-mono">
      {formatDuration(Math.floor((now - since) / 1000) * 1000)} recorded
    </p>
  )
}
