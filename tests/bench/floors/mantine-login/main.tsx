import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Title.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Alert.css';
import { Alert, Button, Checkbox, MantineProvider, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useMachine } from '@xstate/react';
import type { FormEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { loginMachine } from '../login-machine.ts';

/** The least a login page of our own parts weighs: Mantine with one style sheet a component, and a machine. */
function LoginFloor() {
  const [snapshot, send] = useMachine(loginMachine);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { username, password } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    send({ type: 'login.submitted', username: username ?? '', password: password ?? '' });
  };
  const { message } = snapshot.context;
  return (
    <MantineProvider>
      <Paper component="main" data-mounted withBorder p="xl" maw={400} mx="auto" mt="xl">
        <form onSubmit={submit}>
          <Stack>
            <Title order={1}>登录管理后台</Title>
            {message !== '' && <Alert color="red">{message}</Alert>}
            <TextInput name="username" label="账号" autoComplete="username" required />
            <PasswordInput name="password" label="密码" autoComplete="current-password" required />
            <Checkbox name="keep" label="保持登录" />
            <Button type="submit" loading={snapshot.matches('signingIn')}>
              登录
            </Button>
          </Stack>
        </form>
      </Paper>
    </MantineProvider>
  );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(<LoginFloor />);
