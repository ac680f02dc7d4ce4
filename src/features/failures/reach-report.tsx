import { useEffect, useState } from 'react'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import type { ReachDiagnosis } from '../../core/failures/reach-diagnosis.ts'
import { curlTest, testReach } from '../../core/failures/test-reach.ts'
import { CodeBlock } from '../../ui/content/code-block.tsx'
import { Disclosure } from '../../ui/content/disclosure.tsx'

/** Why no response could be read, what was tested, and a curl that tests it outside. */
export function ReachReport({ exchange }: { exchange: Exchange }) {
  const [diagnosis, setDiagnosis] = useState<ReachDiagnosis>()
  useEffect(() => {
    let gone = false
    void testReach(exchange).then((result) => {
      if (!gone) setDiagnosis(result)
    })
    return () => {
      gone = true
    }
  }, [exchange])
  if (diagnosis === undefined) return <p>Diagnosing …</p>
  return (
    <>
      <p className="font-medium text-text-1">{diagnosis.words}</p>
      {diagnosis.fix !== undefined && <p>{diagnosis.fix}</p>}
      <Disclosure summary="What was tested" className="-ml-1">
        <dl aria-label="What was tested" className="flex flex-col gap-1 py-1 pl-5 text-xs">
          {diagnosis.tested.map(({ what, result }) => (
            <div key={what} className="flex flex-wrap gap-x-1.5">
              <dt>{what}:</dt>
              <dd className="font-medium">{result}</dd>
            </div>
          ))}
        </dl>
        <p className="pl-5 text-xs">Run it in a terminal, with your key in the environment:</p>
        <div className="py-1 pl-5">
          <CodeBlock text={curlTest(exchange, location.origin)} label="curl command" wrap />
        </div>
      </Disclosure>
    </>
  )
}
