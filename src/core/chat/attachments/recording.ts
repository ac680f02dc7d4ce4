/** Sound being recorded from the microphone. */
export interface Recording {
  /** Ends it and gives what was recorded, in the browser's own format. */
  stop: () => Promise<Blob>
}

/** What recording needs of the browser. */
export interface MediaWorld {
  /** Asks for the microphone: pending while the browser asks. */
  openMicrophone: () => Promise<MediaStream>
  createRecorder: (stream: MediaStream) => MediaRecorder
}

const browserMedia: MediaWorld = {
  openMicrophone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
  createRecorder: (stream) => new MediaRecorder(stream),
}

/**
 * Starts recording. Aborting the signal turns the microphone off at any time, also when it is only
 * allowed afterwards. Rejects with an AbortError then, and with the browser's DOMException when
 * there is no microphone or it is refused.
 */
export async function startRecording(
  signal: AbortSignal,
  world: MediaWorld = browserMedia,
): Promise<Recording> {
  signal.throwIfAborted()
  const stream = await world.openMicrophone()
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  let recorder: MediaRecorder
  try {
    signal.throwIfAborted()
    recorder = world.createRecorder(stream)
  } catch (error) {
    release()
    throw error
  }
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const stopped = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => {
      release()
      resolve(new Blob(pieces, { type: recorder.mimeType }))
    })
  })
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  signal.addEventListener('abort', () => {
    end()
    release()
  })
  // A piece a second, so that a long recording is not one long pause at its end.
  recorder.start(1000)
  return {
    stop: () => {
      end()
      return stopped
    },
  }
}

/** Why recording could not start, in a sentence that says what to do. */
export function recordingError(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'Microphone access denied. Allow it for this page in your browser, then try again.'
  if (name === 'NotFoundError') return 'No microphone found.'
  return "Couldn't use the microphone. Is another program using it?"
}
