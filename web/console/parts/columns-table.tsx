/** The first rows of a table file. The heading of each column is a choice of its meaning. */
export const ColumnsTable = <Meaning extends string>({
  label,
  columnLabel,
  choices,
  meanings,
  set,
  rows,
}: {
  label: string
  columnLabel: (number: number) => string
  choices: readonly { value: Meaning; label: string }[]
  meanings: readonly Meaning[]
  set: (meanings: Meaning[]) => void
  rows: readonly (readonly string[])[]
}) => (
  <div class="scrolls" role="region" aria-label={label} tabindex={0}>
    <table class="plain">
      <thead>
        <tr>
          {meanings.map((meaning, index) => (
            <th scope="col" key={String(index)}>
              <select
                aria-label={columnLabel(index + 1)}
                onInput={(change: Event) =>
                  set(meanings.with(index, (change.currentTarget as HTMLSelectElement).value as Meaning))
                }
              >
                {choices.map((choice) => (
                  <option value={choice.value} key={choice.value} selected={choice.value === meaning}>
                    {choice.label}
                  </option>
                ))}
              </select>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={String(row)}>
            {meanings.map((_, column) => (
              <td key={String(column)}>
                <bdi>{cells[column] ?? ''}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
