/** A cell of the grid. Row 0 is the first that is shown; column 0 is the case, 1 the first configuration. */
export interface GridPlace {
  row: number
  column: number
}

/** Where a key leads in a grid; undefined: the key is none that moves. */
export function movedPlace(
  { row, column }: GridPlace,
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  size: { rows: number; columns: number; page: number },
): GridPlace | undefined {
  const isWhole = ctrlKey || metaKey
  const place = (to: GridPlace) => ({
    row: Math.max(0, Math.min(size.rows - 1, to.row)),
    column: Math.max(0, Math.min(size.columns, to.column)),
  })
  switch (key) {
    case 'ArrowUp':
      return place({ row: row - 1, column })
    case 'ArrowDown':
      return place({ row: row + 1, column })
    case 'ArrowLeft':
      return place({ row, column: column - 1 })
    case 'ArrowRight':
      return place({ row, column: column + 1 })
    case 'PageUp':
      return place({ row: row - size.page, column })
    case 'PageDown':
      return place({ row: row + size.page, column })
    case 'Home':
      return place({ row: isWhole ? 0 : row, column: 0 })
    case 'End':
      return place({ row: isWhole ? size.rows : row, column: size.columns })
    default:
      return undefined
  }
}
