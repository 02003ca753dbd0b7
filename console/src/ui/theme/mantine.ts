/**
 * Styles of the Mantine parts that public pages use, in the cascade layer `mantine`, so that our own rules always win.
 */
import './layers.css';
import '@mantine/core/styles/baseline.layer.css';
import 'virtual:theme-variables.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import './fonts.css';
import './tokens.css';
import './theme.css';
import './base.css';
