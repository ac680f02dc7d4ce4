/** Sound being recorded from the microphone. */
export interface Recording {
  /** Ends it and gives what was recorded, in the browser's own format. */
  stop: () => Promise<Blob>
  /** Ends it and forgets what was recorded. */
  cancel: () => void
}

/** Starts recording. Rejects with a DOMException when there is no microphone or it is refused. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  const recorder = new MediaRecorder(stream)
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const stopped = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => {
      release()
      resolve(new Blob(pieces, { type: recorder.mimeType }))
    })
  })
  // A piece a second, so that a long recording is not one long pause at its end.
  recorder.start(1000)
  return {
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop()
      return stopped
    },
    cancel: () => {
      if (recorder.state !== 'inactive') recorder.stop()
      release()
    },
  }
}

/** Why recording could not start, in a sentence that says what to do. */
export function recordingFault(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'The microphone was refused. Allow it for this page in the browser, then press Record again.'
  if (name === 'NotFoundError') return 'This device has no microphone.'
  return 'The microphone could not be used. Is another program using it?'
}
