import { useEffect, useState } from 'react'

import { Spinner } from '../ui/feedback/spinner.tsx'

/** After this long a wait says what it is for, ms. */
const SAY_AFTER_MS = 400

/** Stands for an area whose code is on its way; says so only when it takes long. */
export function PendingArea({ label }: { label: string }) {
  const [takesLong, setTakesLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTakesLong(true), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="m-auto flex items-center gap-2 text-sm text-text-2">
      {takesLong && (
        <>
          <Spinner /> Loading {label}
        </>
      )}
    </output>
  )
}
