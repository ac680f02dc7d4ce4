import type { MediaKind } from '../draft/draft-part.ts'
import { attachFiles } from './attach-files.ts'

const ACCEPTED: Readonly<Record<MediaKind, string>> = {
  image: 'image/*',
  audio: 'audio/*,.wav,.mp3,.aiff,.aac,.ogg,.flac,.m4a,.pcm,.raw',
  video: 'video/mp4,video/mpeg,video/quicktime,video/webm,.mp4,.mpeg,.mpg,.mov,.webm',
  file: '',
}

/** Opens the browser's own choice of files and attaches what is chosen. */
export function pickFiles(kind: MediaKind): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = ACCEPTED[kind]
  input.addEventListener('change', () => void attachFiles([...(input.files ?? [])], kind))
  input.click()
}
