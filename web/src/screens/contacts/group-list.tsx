import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ContactGroup } from '../../api-types.ts'
import { Card, Tag } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useContactMessages } from './messages.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { Table, right } from '../../parts/table.tsx'

export function GroupList({ groups }: { groups: UseInfiniteQueryResult<ContactGroup[]> }) {
  const t = useContactMessages()
  return (
    <QueryResult query={groups} what={t.couldNotLoadGroups}>
      {(data) => (
        <>
          <Card flush>
            <Table columns={[t.name, right(t.members), t.policy]} stacked>
              {data.map((group) => (
                <tr key={group.id}>
                  <td>
                    <span className="row">
                      <Link className="name" to="/contacts/groups/$id" params={{ id: group.id }}>
                        {group.name}
                      </Link>
                      {group.is_default && <Tag>{t.default}</Tag>}
                    </span>
                    {group.description && <span className="sub">{group.description}</span>}
                  </td>
                  <td className="right num" data-label={t.members}>
                    {group.member_count}
                  </td>
                  <td data-label={t.policy}>
                    {group.escalation_policy?.name ?? <span className="faint">{t.none}</span>}
                  </td>
                </tr>
              ))}
            </Table>
          </Card>
          <MoreButton query={groups}>{t.more}</MoreButton>
        </>
      )}
    </QueryResult>
  )
}
