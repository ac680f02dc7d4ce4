import type { CsvReading } from '../../../core/explore/response/read-csv.ts'

/** A CSV text as a table; what was cut is said. */
export function CsvTable({ csv: { header, rows, cut } }: { csv: CsvReading }) {
  return (
    <div className="flex flex-col gap-2">
      <div
        role="group"
        aria-label="Response as a table"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-md border"
      >
        <table className="w-full text-left font-mono text-xs">
          <thead className="sticky top-0 bg-surface-2">
            <tr>
              {header.map((cell, column) => (
                <th key={column} scope="col" className="px-2 py-1 font-semibold whitespace-nowrap">
                  {cell.slice(0, 200)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} className="border-t">
                {row.map((cell, column) => (
                  <td key={column} className="max-w-80 px-2 py-1 align-top">
                    {cell.slice(0, 500)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cut && (
        <p className="text-text-3">
          Only the first {rows.length} rows and {header.length} columns are shown. Save gives the
          whole.
        </p>
      )}
    </div>
  )
}
