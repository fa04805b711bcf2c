import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ContactGroup } from '../../../../sdk/api.ts'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Card, Tag } from '../../parts/card.tsx'
import { Loaded } from '../../parts/content-states.tsx'
import { words } from './messages.ts'

export function GroupList({ groups }: { groups: UseInfiniteQueryResult<ContactGroup[]> }) {
  const say = useMessages(words)
  return (
    <Loaded query={groups} what={say.couldNotLoadGroups}>
      {(data) => (
        <>
          <Card flush>
            <table className="table stacked">
              <thead>
                <tr>
                  <th scope="col">{say.name}</th>
                  <th scope="col" className="right">
                    {say.members}
                  </th>
                  <th scope="col">{say.policy}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((group) => (
                  <tr key={group.id}>
                    <td>
                      <span className="row">
                        <Link className="name" to="/contacts/groups/$id" params={{ id: group.id }}>
                          {group.name}
                        </Link>
                        {group.is_default && <Tag>{say.default}</Tag>}
                      </span>
                      {group.description && <span className="sub">{group.description}</span>}
                    </td>
                    <td className="right num" data-label={say.members}>
                      {group.member_count}
                    </td>
                    <td data-label={say.policy}>
                      {group.escalation_policy?.name ?? <span className="faint">{say.none}</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
          {groups.hasNextPage && (
            <Button busy={groups.isFetchingNextPage} onClick={() => void groups.fetchNextPage()}>
              {say.more}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}
