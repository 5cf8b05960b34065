import '@mantine/core/styles.css';
import {
  ActionIcon,
  AppShell,
  Badge,
  Breadcrumbs,
  Burger,
  Button,
  Checkbox,
  Drawer,
  Group,
  MantineProvider,
  Menu,
  Modal,
  NavLink,
  Pagination,
  Select,
  Switch,
  Table,
  Tabs,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useMachine } from '@xstate/react';
import { createRoot } from 'react-dom/client';
import { assign, setup } from 'xstate';

interface Row {
  readonly id: number;
  readonly title: string;
  readonly price: string;
  readonly isOn: boolean;
}

const rows: readonly Row[] = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  title: `商品 ${index + 1}`,
  price: (index * 9.9).toFixed(2),
  isOn: index % 3 > 0,
}));

const shellMachine = setup({
  types: {
    context: {} as { readonly page: number; readonly selected: readonly number[] },
    events: {} as
      | { readonly type: 'page.chosen'; readonly page: number }
      | { readonly type: 'row.toggled'; readonly id: number }
      | { readonly type: 'dialog.toggled' }
      | { readonly type: 'drawer.toggled' },
  },
}).createMachine({
  id: 'shell',
  context: { page: 1, selected: [] },
  initial: 'browsing',
  on: {
    'page.chosen': { actions: assign({ page: ({ event }) => event.page }) },
    'row.toggled': {
      actions: assign({
        selected: ({ context, event }) =>
          context.selected.includes(event.id) ? context.selected.filter((id) => id !== event.id) : [...context.selected, event.id],
      }),
    },
  },
  states: {
    browsing: { on: { 'dialog.toggled': 'editing', 'drawer.toggled': 'adjusting' } },
    editing: { on: { 'dialog.toggled': 'browsing' } },
    adjusting: { on: { 'drawer.toggled': 'browsing' } },
  },
});

/** The least a back office of Mantine's parts weighs: menu, header, tabs, a table of twenty rows, a dialog and a drawer. */
function ShellFloor() {
  const [snapshot, send] = useMachine(shellMachine);
  const { page, selected } = snapshot.context;
  return (
    <MantineProvider>
      <AppShell header={{ height: 48 }} navbar={{ width: 190, breakpoint: 'sm' }} padding="md">
        <AppShell.Header>
          <Group h="100%" px="md" justify="space-between">
            <Burger hiddenFrom="sm" aria-label="菜单" />
            <Breadcrumbs>
              <Text>商品管理</Text>
              <Text>商品</Text>
            </Breadcrumbs>
            <Menu>
              <Menu.Target>
                <Button variant="subtle">Admin</Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => send({ type: 'drawer.toggled' })}>布局</Menu.Item>
                <Menu.Item>退出登录</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar>
          <NavLink label="控制台" />
          <NavLink label="商品管理" defaultOpened>
            <NavLink label="商品" active />
            <NavLink label="商品分类" />
          </NavLink>
        </AppShell.Navbar>
        <AppShell.Main>
          <Tabs defaultValue="goods">
            <Tabs.List>
              <Tabs.Tab value="dashboard">控制台</Tabs.Tab>
              <Tabs.Tab value="goods">商品</Tabs.Tab>
            </Tabs.List>
          </Tabs>
          <Group my="sm">
            <Button onClick={() => send({ type: 'dialog.toggled' })}>添加</Button>
            <TextInput placeholder="搜索" />
            <Select data={['上架', '下架']} placeholder="状态" />
          </Group>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th />
                <Table.Th>编号</Table.Th>
                <Table.Th>标题</Table.Th>
                <Table.Th>价格</Table.Th>
                <Table.Th>状态</Table.Th>
                <Table.Th>操作</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td>
                    <Checkbox
                      aria-label={row.title}
                      checked={selected.includes(row.id)}
                      onChange={() => send({ type: 'row.toggled', id: row.id })}
                    />
                  </Table.Td>
                  <Table.Td>{row.id}</Table.Td>
                  <Table.Td>{row.title}</Table.Td>
                  <Table.Td>{row.price}</Table.Td>
                  <Table.Td>
                    <Group>
                      <Badge>{row.isOn ? '上架' : '下架'}</Badge>
                      <Switch defaultChecked={row.isOn} aria-label="状态" />
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <Tooltip label="编辑">
                      <ActionIcon aria-label="编辑">✎</ActionIcon>
                    </Tooltip>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Pagination total={5} value={page} onChange={(chosen) => send({ type: 'page.chosen', page: chosen })} mt="sm" />
        </AppShell.Main>
      </AppShell>
      <Modal opened={snapshot.matches('editing')} onClose={() => send({ type: 'dialog.toggled' })} title="添加">
        <TextInput label="标题" />
      </Modal>
      <Drawer opened={snapshot.matches('adjusting')} onClose={() => send({ type: 'drawer.toggled' })} title="布局">
        <Switch label="深色" />
      </Drawer>
    </MantineProvider>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<ShellFloor />);
