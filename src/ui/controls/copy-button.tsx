import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState, type ReactNode } from 'react'

import { IconButton } from './button.tsx'

interface CopyButtonProps {
  /** What is copied; a function is asked when pressed. */
  text: string | (() => string)
  label?: string
  /** What the button reads where it has the room, beside its icon; see `IconButton`. */
  words?: ReactNode
  className?: string
}

/** Copies text and says so, in place and to screen readers. */
export function CopyButton({ text, label = 'Copy', words, className }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setResult('copied')
    } catch {
      setResult('failed')
    }
    setTimeout(() => setResult(undefined), 2000)
  }
  return (
    <>
      <IconButton label={label} onClick={() => void copy()} className={className ?? ''}>
        {words}
        {result === 'copied' ? (
          <Check size={14} aria-hidden className="text-good" />
        ) : (
          <Copy size={14} aria-hidden />
        )}
      </IconButton>
      <output className={result === 'failed' ? 'text-xs text-bad' : 'sr-only'}>
        {result === 'copied' && 'Copied'}
        {result === 'failed' && 'The browser refused to copy'}
      </output>
    </>
  )
}
