import FileText from 'lucide-react/icons/file-text'
import Link from 'lucide-react/icons/link'

import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { AudioPlayer, Picture, VideoPlayer } from '../sent/media.tsx'
import { addressOf, type DraftPart } from './draft-part.ts'

/** What a draft part looks or sounds like: a small picture, a player, or a sign of its type. */
export function DraftPreview({ part }: { part: DraftPart }) {
  if (addressOf(part) !== undefined) return <Link size={16} aria-hidden className="text-text-3" />
  if (part.kind === 'pending') return <Spinner />
  if (part.kind === 'image' && part.facts?.thumbnail !== undefined)
    return <Picture blob={part.facts.thumbnail} name={part.name} small />
  if (part.kind === 'audio' && part.format !== 'pcm16' && part.format !== 'pcm24')
    return <AudioPlayer blob={part.blob} name={part.name} small />
  if (part.kind === 'video' && 'blob' in part.source)
    return <VideoPlayer blob={part.source.blob} name={part.name} />
  return <FileText size={16} aria-hidden className="text-text-3" />
}
